/** The latest logs of a session, and cheers for them (D-138). Both reach the session's pages as live events. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseDate, responseFlag } from '../lib/fields.ts'

/** A log that everyone in the session may see: it is active (D-103) and its goal is not hidden (D-98). */
export const recentLog = z.object({
  id: z.int(),
  username: z.string(),
  task_uuid: z.nullable(z.string()),
  title: z.string(),
  amount: z.nullable(z.number()),
  distance: z.nullable(z.number()),
  /** Seconds; set when the log started a timer. */
  duration: z.nullable(z.int()),
  /** The day that it counts for, in its author's calendar. */
  day: z.string(),
  created_at: responseDate,
  /** How many people cheered. */
  cheers: z.int(),
  /** Whether I cheered; always 0 in a live event, because everyone gets the same event. */
  cheered: responseFlag
})
export type RecentLog = z.output<typeof recentLog>

/** The live event when someone cheers for a log or takes it back; `cheers` is the new total. */
export const cheer = z.object({ log_id: z.int(), username: z.string(), cheered: responseFlag, cheers: z.int() })
export type Cheer = z.output<typeof cheer>

/** One cheer per person and log. Sending the same twice changes nothing. */
export const cheerLog = endpoint('POST', '/api/challenge-logs/:log/cheer', {
  summary: 'Cheer for what someone logged in a session that I am in, or take it back with cheered 0', // the documents do not name it
  body: z.optional(z.nullable(z.object({ cheered: z.optional(flag) }))),
  response: z.object({ cheers: z.int(), cheered: responseFlag, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})
