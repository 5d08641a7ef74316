/**
 * Calls and pages of progress logs. Personal logs and logs of sessions share one table and one state machine
 * (`domain/logs/log.ts`, D-99). With an `Idempotency-Key` header, retrying a call that makes a log makes no second log.
 */
import * as z from 'zod/mini'
import { day } from '../lib/day.ts'
import { endpoint } from '../lib/endpoint.ts'
import {
  clientUuid,
  date,
  noError,
  quantity,
  responseDate,
  responseFlag,
  seconds,
  sentBody,
  text,
  uuid
} from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { EMPTY_LOG, hasContent, type LogContent } from './log-change.ts'
import { hasContentOrButton } from './press.ts'

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

export const logStatus = z.literal([1, 2, 3, 4], 'Give a log status from 1 to 4.')

/** The fields that a person logs; all are optional, but at least one must have a value. */
export const logFields = {
  amount: z.optional(z.nullable(quantity())),
  distance: z.optional(z.nullable(quantity())),
  duration: z.optional(z.nullable(seconds())),
  action: z.optional(z.nullable(text(100))),
  title: z.optional(z.nullable(text(255))),
  content: z.optional(z.nullable(text(10_000)))
}

/** The check of calls that log a result: the log must not be empty (LOG-28). */
export const contentNeeded = z.refine<LogContent>(hasContent, { error: EMPTY_LOG, path: ['amount'] })

/** The check of calls that may log by a button: the log must not be empty, or name a button. */
export const contentOrButtonNeeded = z.refine<Parameters<typeof hasContentOrButton>[0]>(hasContentOrButton, {
  error: EMPTY_LOG,
  path: ['amount']
})

const quickLogFields = {
  goal_id: z.int('Choose a goal.'),
  ql_button_uuid: z.optional(z.nullable(uuid)),
  status: z.optional(logStatus),
  ...logFields,
  client_uuid: clientUuid
}

/** Totals from one day to another, in seconds, miles and the unit of the goal. */
export const period = z.object({
  from: z.string(),
  to: z.string(),
  logs: z.int(),
  amount: z.number(),
  distance: z.number(),
  duration: z.int()
})

/** The time without slips of a goal whose limit is none (D-153). */
export const clean = z.object({
  /** The day of the last slip, or the first day of the goal. */
  since: z.string(),
  has_slipped: responseFlag,
  /** The most days without a slip before that. */
  best: z.int()
})

export const goalTotals = z.object({
  id: z.int(),
  amount_elapsed: z.number(),
  duration_elapsed: z.int(),
  distance_elapsed: z.number(),
  amount_remaining: z.nullable(z.number()),
  distance_remaining: z.nullable(z.number()),
  /** The period of a goal that repeats. */
  period: z.nullable(period),
  /** Null for a goal whose limit is not none. */
  clean: z.nullable(clean)
})
export type GoalTotals = z.output<typeof goalTotals>

const logAndGoal = z.object({ log, goal: z.nullable(goalTotals), ...noError })

export const storeQuickLog = endpoint('POST', '/api/logs/store-quick-log', {
  summary:
    'Log progress for one of my goals, for me alone; with a duration a timer starts. On a copy of a goal of a session it counts there too, and is seen by me alone', // D-138, D-52
  keyed: true,
  timed: true,
  body: z.object({ ...quickLogFields, day: z.optional(day) }).check(contentOrButtonNeeded),
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

const moved = {
  response: logAndGoal,
  refusals: ['unauthenticated', 'notFound', 'conflict']
} as const

/** Times from the page are validated but not used: the server's clock counts (D-100). */
const times = {
  started_at: z.optional(z.nullable(date)),
  ended_at: z.optional(z.nullable(date)),
  paused_at: z.optional(z.nullable(date)),
  client_uuid: clientUuid
}

export const startLog = endpoint('POST', '/api/challenge-logs/:log/start', {
  summary: 'Start or resume a log',
  guests: true,
  body: z.object({ ...times, status: z.optional(logStatus) }),
  ...moved
})

export const stopLog = endpoint('POST', '/api/challenge-logs/:log/stop', {
  summary: 'Pause (status 3) or stop for good (status 4, the default)', // D-100
  guests: true,
  body: z.object({
    ...times,
    /** The page's own timer; the server ignores it and `remaining_duration` (TMR-15). */
    elapsed_duration: z.optional(z.unknown()),
    remaining_duration: z.optional(z.unknown()),
    status: z.optional(z.literal([3, 4], 'Give status 3 to pause or 4 to stop.'))
  }),
  ...moved
})

export const completeLog = endpoint('POST', '/api/challenge-logs/:log/complete', {
  summary: 'Done: the timer stops and nothing remains',
  guests: true,
  ...moved
})

export const resetLog = endpoint('POST', '/api/challenge-events/logs/:log/reset', {
  summary: 'Discard the time; it can be started again', // D-100
  guests: true,
  ...moved
})

export const stopSessionLog = endpoint('POST', '/api/challenge-events/logs/:log', {
  summary: 'Stop a log of a session', // stop-log, D-99
  guests: true,
  body: z.object(times),
  ...moved
})

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

const runningTimer = z.object({
  /** The id of its log. */
  id: z.int(),
  goal_id: z.int(),
  /** The title of its goal. */
  title: z.string(),
  due_at: responseDate
})
export type RunningTimer = z.output<typeof runningTimer>

/** The page calls it when it is opened or shown again, and after a live event that the timers changed. */
export const getRunningTimers = endpoint('GET', '/api/my/timers', {
  summary: 'My timers that run on goals of mine, the next to end first; at most twenty', // LOG-16
  response: z.object({ timers: z.array(runningTimer) }),
  refusals: ['unauthenticated']
})

const choice = z.object({ id: z.int(), title: z.string() })

/**
 * The totals of a day, over the selected logs. An amount counts from the start of its log, a time only when the log
 * stops running (D-52).
 */
const loggedDay = z.object({
  day: z.string(),
  logs: z.int(),
  distance: z.number(),
  duration: z.int(),
  /** Grouped by unit, the unit with the most logs first. */
  amounts: z.array(z.object({ unit: z.string(), amount: z.number() }))
})
export type LoggedDay = z.output<typeof loggedDay>

export const myLogsPage = page('/my/logs', {
  query: ['page', 'goal', 'action', 'session'],
  data: z.object({
    /** The latest day first. */
    logs: z.array(log),
    /** The days of these logs, each with its totals. */
    days: z.array(loggedDay),
    /** The options of the filters: the newest goals and sessions, and every action. */
    choices: z.object({ goals: z.array(choice), actions: z.array(z.string()), sessions: z.array(choice) })
  }),
  personal: 'My Logs',
  head: () => ({ title: 'My Logs' })
})
export type MyLogs = z.output<typeof myLogsPage.data>
