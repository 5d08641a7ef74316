/** The private address under which a calendar reads the sessions of a person (docs/decisions/0023). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { flag, responseFlag, sentBody } from '../lib/fields.ts'

const feed = z.object({
  /** Path and query of the address. Anyone who has it can read the titles and times in it. */
  feed: z.nullable(z.string()),
  /** Whether it has the goals that remind me, and the units of the programmes that I follow. */
  has_goals: responseFlag,
  has_programmes: responseFlag
})

export const getCalendarFeed = endpoint('GET', '/api/calendar-feed', {
  summary: 'The private address of the calendar of my sessions; null without one',
  response: feed,
  refusals: ['unauthenticated']
})

export const makeCalendarFeed = endpoint('POST', '/api/calendar-feed', {
  summary: 'Make a private address; one that I have works no longer',
  response: feed,
  refusals: ['unauthenticated']
})

export const deleteCalendarFeed = endpoint('DELETE', '/api/calendar-feed', {
  summary: 'Delete the private address',
  response: feed,
  refusals: ['unauthenticated']
})

export const updateCalendarFeed = endpoint('PATCH', '/api/calendar-feed', {
  summary: 'Choose whether my calendar has goals that remind me, and units of programmes',
  body: sentBody({ has_goals: z.optional(flag), has_programmes: z.optional(flag) }),
  response: feed,
  refusals: ['unauthenticated', 'notFound']
})
