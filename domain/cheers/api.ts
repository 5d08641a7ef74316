/** What was logged in a room a moment ago, and cheers for it (D-138). Both reach the room's pages as live events. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseDate, responseFlag } from '../lib/fields.ts'

/** A log as everybody in the room may see it: an active one (D-103), on a goal that is not hidden (D-98). */
export const recentLog = z.object({
  id: z.int(),
  username: z.string(),
  task_uuid: z.nullable(z.string()),
  title: z.string(),
  amount: z.nullable(z.number()),
  distance: z.nullable(z.number()),
  /** With it a timer was started. */
  duration: z.nullable(z.int()),
  /** The day that it counts for, as its person counts days. */
  day: z.string(),
  created_at: responseDate,
  /** How many people cheered. */
  cheers: z.int(),
  /** Whether I did; 0 in an event, which goes to everybody. */
  cheered: responseFlag
})
export type RecentLog = z.output<typeof recentLog>

/** Somebody cheered for a log, or took it back; `cheers` are all cheers that it has now. */
export const cheer = z.object({ log_id: z.int(), username: z.string(), cheered: responseFlag, cheers: z.int() })
export type Cheer = z.output<typeof cheer>

/** One cheer per person and log; saying the same twice is the same as once. */
export const cheerLog = endpoint({
  method: 'POST',
  path: '/api/challenge-logs/:log/cheer',
  summary: 'Cheer for what somebody logged in a session that I am in, or take it back with cheered 0', // the documents do not name it
  body: z.optional(z.nullable(z.object({ cheered: z.optional(flag) }))),
  response: z.object({ cheers: z.int(), cheered: responseFlag, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})
