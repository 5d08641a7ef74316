/**
 * Calls and pages of progress logs. Personal logs and logs of sessions share one table and one state machine
 * (`domain/logs/log.ts`, D-99). With an `Idempotency-Key` header, retrying a call that makes a log makes no second log.
 */
import * as z from 'zod/mini'
import { day } from '../lib/day-fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import { date, noError, responseDate, responseFlag, sentBody } from '../lib/fields.ts'
import { contentOrButtonNeeded, logFields, logStatus, quickLogBody, quickLogFields } from './fields.ts'
import { goalTotals } from './goal-totals.ts'

export const log = z.object({
  id: z.int(),
  uuid: z.string(),
  goal_id: z.nullable(z.int()),
  challenge_event_id: z.nullable(z.int()),
  task_uuid: z.nullable(z.string()),
  ql_button_uuid: z.nullable(z.string()),
  title: z.string(),
  content: z.string(),
  action: z.string(),
  amount: z.nullable(z.number()),
  distance: z.nullable(z.number()),
  /** Planned seconds; a log with them has a timer. */
  duration: z.nullable(z.int()),
  status: z.literal([1, 2, 3, 4]),
  is_timed: responseFlag,
  started_at: z.nullable(responseDate),
  ended_at: z.nullable(responseDate),
  paused_at: z.nullable(responseDate),
  /** Seconds at the time of the response; they keep counting while status is 1. */
  elapsed_duration: z.int(),
  remaining_duration: z.nullable(z.int()),
  completions_required: z.nullable(z.int()),
  username: z.string(),
  /** The day that it counts for, such as 2026-01-31. */
  day: z.string(),
  created_at: responseDate,
  updated_at: responseDate,
  goal: z.nullable(z.object({ id: z.nullable(z.int()), title: z.string(), action: z.string(), unit: z.string() }))
})
export type Log = z.output<typeof log>

const logAndGoal = z.object({ log, goal: z.nullable(goalTotals), ...noError })

export const storeQuickLog = endpoint('POST', '/api/logs/store-quick-log', {
  summary:
    'Log progress for one of my goals, for me alone; with a duration a timer starts. On a copy of a goal of a session it counts there too, and is seen by me alone', // D-138, D-52
  keyed: true,
  timed: true,
  body: quickLogBody,
  response: logAndGoal,
  refusals: ['unauthenticated', 'notFound', 'conflict', 'insufficientTokens']
})

export const storeActivityQuickLog = endpoint('POST', '/api/logs/store-activity-quick-log', {
  summary: 'Log progress for one of my goals in the session that it is attached to, where it counts and is seen', // D-138
  keyed: true,
  timed: true,
  body: z
    .object({
      ...quickLogFields,
      /**
       * The session; by default the one that the goal is attached to. A log that arrives after its end must send it.
       */
      challenge_event_id: z.optional(z.nullable(z.int('Give the id of the session.')))
    })
    .check(contentOrButtonNeeded),
  response: logAndGoal,
  refusals: ['unauthenticated', 'notFound', 'conflict', 'insufficientTokens']
})

export const moved = {
  response: logAndGoal,
  refusals: ['unauthenticated', 'notFound', 'conflict']
} as const

export const updateLog = endpoint('PATCH', '/api/challenge-logs/:log/update', {
  summary: 'Change what was logged',
  guests: true,
  body: sentBody({
    ...logFields,
    day: z.optional(day),
    status: z.optional(logStatus),
    /**
     * Together with `ended_at`, for a log that is done. The log then counts for the day of its start, unless `day` is
     * sent.
     */
    started_at: z.optional(date),
    ended_at: z.optional(date)
  }),
  ...moved
})

export const deleteLog = endpoint('DELETE', '/api/challenge-logs/:log', {
  summary: 'Delete one of my logs that is not running; within 30 seconds of logging its use comes back', // D-131
  guests: true,
  response: z.object({ goal: z.nullable(goalTotals) }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

/** Works within 30 days of the deletion. A second call changes nothing. */
export const restoreLog = endpoint('POST', '/api/challenge-logs/:log/restore', {
  summary: 'Take back the deletion of one of my logs: it counts again, and costs its use again if that was given back', // D-131
  guests: true,
  response: logAndGoal,
  refusals: [...moved.refusals, 'insufficientTokens']
})
