/** The private address under which a calendar reads the sessions of a person (docs/decisions/0023). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'

/** Path and query of the address. Anyone who has it can read the titles and times of my sessions. */
const feed = z.object({ feed: z.nullable(z.string()) })

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
