/** Calls and pages of personal goals (GOAL-01..GOAL-97). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, responseFlag, sentBody, uuid, whole } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sentRevision } from '../lib/revision.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { log } from '../logs/api.ts'
import { clean, period } from '../logs/goal-totals.ts'
import { note } from '../notes/api.ts'
import { goalReminder } from '../reminders/goal-api.ts'
import { type GoalInput, goalsBody, listItem, ownGoalFields, timer } from './fields.ts'

const button = z.object({
  uuid: z.string(),
  title: z.string(),
  content: z.string(),
  amount: z.nullable(z.number()),
  distance: z.nullable(z.number()),
  duration: z.nullable(z.int()),
  status: z.literal([1, 2, 3, 4]),
  /** The running or paused log that this button started, if any. */
  active_log_id: z.nullable(z.int()),
  activeLog: z.nullable(log)
})

export const goal = z.object({
  id: z.int(),
  uuid: z.string(),
  title: z.string(),
  link: z.string(),
  content: z.string(),
  status: z.int(),
  action: z.string(),
  action_duration: z.int(),
  duration: z.int(),
  amount: z.nullable(z.number()),
  amount_per_log: z.nullable(z.number()),
  amount_remaining: z.nullable(z.number()),
  amount_elapsed: z.number(),
  distance: z.nullable(z.number()),
  distance_remaining: z.nullable(z.number()),
  distance_elapsed: z.number(),
  duration_elapsed: z.int(),
  unit: z.string(),
  sets: z.int(),
  is_interval: responseFlag,
  timers: z.array(timer),
  is_list: responseFlag,
  list: z.array(listItem),
  quick_log_buttons: z.array(button),
  completions_required: z.nullable(z.int()),
  active_log_id: z.nullable(z.int()),
  activeLog: z.nullable(log),
  started_at: z.nullable(responseDate),
  ended_at: z.nullable(responseDate),
  completed_at: z.nullable(responseDate),
  created_at: responseDate,
  /** 1: the amount, distance or time is a limit to stay at or below (D-153). */
  is_limit: responseFlag,
  clean: z.nullable(clean),
  repeats: z.nullable(z.object({ every: z.literal(['day', 'week', 'month']), weekdays: z.array(z.int()) })),
  /** The totals of the current period; null for a goal that does not repeat. */
  period: z.nullable(period),
  /** Its pauses as days, the earliest first. The goal is paused while the last one has no end, or one later than today. */
  pauses: z.array(z.object({ from: z.string(), until: z.nullable(z.string()) })),
  /** The session that this goal is attached to (D-101). */
  challenge_event: z.nullable(z.object({ id: z.int(), title: z.string(), path: z.string() })),
  /** A save of the form sends it back (D-140). */
  revision: z.int()
})
export type Goal = z.output<typeof goal>

/** More goals than anyone has. */
const MOST_PLACES = 1_000_000

export const storeGoal = endpoint('POST', '/api/goals/store', {
  summary: 'Create goals; each costs one use, all or none', // D-49
  keyed: true,
  body: goalsBody,
  // A bare goal (D-49).
  fromOlder: sent =>
    typeof sent === 'object' && sent !== null && !('challenge' in sent) ? { challenge: { tasks: [sent] } } : sent,
  response: z.object({ goal, goals: z.array(goal), ...noError }),
  // 404: a retry refers to a goal that was deleted since the first try.
  refusals: ['unauthenticated', 'notFound', 'insufficientTokens']
})
const goalChange = z.object({
  uuid: z.optional(uuid),
  ...sentKeys(ownGoalFields).shape,
  status: z.optional(z.literal([1, 2], 'Give status 1 or 2.')),
  /** An old revision is refused, and the response holds the newer state (D-140). */
  revision: sentRevision
})
export type GoalChange = z.output<typeof goalChange>

export const updateGoal = endpoint('PATCH', '/api/goals/update/:goal', {
  summary: 'Save the sent fields of a goal; status 2 completes it, 1 reopens it', // D-50
  body: sentBody({
    challenge: z.object({
      tasks: z.array(goalChange).check(z.minLength(1, 'Give a goal.'), z.maxLength(1, 'Give one goal.'))
    })
  }),
  response: z.object({ goal, ...noError }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const completeGoal = endpoint('POST', '/api/goals/:goal/complete', {
  summary: 'Complete a goal; a running log is finished first', // D-50
  response: z.object({ goal }),
  // 409: the goal was attached to a session at the same moment.
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const moveGoal = endpoint('POST', '/api/goals/:goal/move', {
  summary: 'Move an open goal in the order of my own',
  body: sentBody({
    /** How many places to move it: later, or earlier when negative. Beyond an end it becomes the first or last. */
    by: whole(-MOST_PLACES, MOST_PLACES)
  }),
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

const changed = {
  response: z.object({ goal }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
} as const

export const pauseGoal = endpoint('POST', '/api/goals/:goal/pause', {
  summary: 'Pause an open goal: nothing is expected of it until it goes on, and its streak stays',
  ...changed
})

export const resumeGoal = endpoint('POST', '/api/goals/:goal/resume', {
  summary: 'Go on with a goal that is paused',
  ...changed
})

export const deleteGoal = endpoint('DELETE', '/api/goals/:goal', {
  summary: 'Delete a goal with its logs; no token back', // D-47
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

/** Works within 30 days of the deletion. A second call changes nothing. */
export const restoreGoal = endpoint('POST', '/api/goals/:goal/restore', {
  summary: 'Take back the deletion of a goal, with its logs and notes; timers that ran then are stopped', // D-47
  response: z.object({ goal }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const myGoalsPage = page('/my/goals', {
  query: ['page', 'unattached'],
  data: z.object({
    /**
     * The open goals in the person's own order, then the completed ones; one more than `per_page` when there is a next
     * page.
     */
    my_goals: z.array(goal),
    /** Counted over all pages, like `completed_count`. */
    open_count: z.int(),
    completed_count: z.int()
  }),
  personal: 'My Goals',
  head: () => ({ title: 'My Goals' })
})

const session = z.nullable(z.object({ id: z.int(), title: z.string(), path: z.string() }))
const goalPageData = z.object({
  goal,
  session,
  group: z.null(),
  /** The newest first; one more than `per_page` when there are more. */
  logs: z.array(log),
  /** The newest first; one more than `per_page` when there are more. */
  notes: z.array(note)
})

const progress = z.object({
  /** The first day of the chart. */
  from: z.string(),
  /** Days from one point to the next: one, or whole weeks. */
  step: z.int(),
  /** The totals at the end of each step that has logs, the earliest first; at most 121. */
  points: z.array(z.object({ day: z.string(), amount: z.number(), distance: z.number(), duration: z.int() }))
})

const history = z.object({
  /** The newest first, beginning with the current period; at most 60. */
  periods: z.array(z.object({ ...period.shape, is_met: z.boolean(), is_paused: z.boolean() })),
  /** How many periods in a row were met just before the current one. */
  met_before: z.int()
})
export type GoalHistory = z.output<typeof history>

/** With whom I share a goal (D-163). */
export const sharing = z.object({
  /** 1: my profile shows it to everyone. */
  everyone: responseFlag,
  /** Usernames of the people it is shared with. */
  shared_with: z.array(z.string()),
  /** The groups that I am in. */
  groups: z.array(z.object({ id: z.int(), title: z.string(), is_shared: responseFlag })),
  /** How many people cheered today. */
  cheers: z.int()
})
export type Sharing = z.output<typeof sharing>

export const goalPage = page('/my/goals/:goal', {
  query: ['page'],
  /** A goal that repeats has periods in `history`; any other goal has `progress`. */
  data: z.object({
    ...goalPageData.shape,
    history,
    progress: z.nullable(progress),
    sharing,
    /** When it reminds me; null when it doesn't. */
    reminder: z.nullable(goalReminder)
  }),
  personal: 'Goal',
  head: data => ({ title: `Goal: ${data.goal.title}` })
})
export const goalLogsPage = page('/my/goals/:goal/logs', {
  query: ['page'],
  data: goalPageData,
  personal: 'Goal',
  head: data => ({ title: `Goal: ${data.goal.title} · Logs` })
})
export const goalNotesPage = page('/my/goals/:goal/notes', {
  query: ['page'],
  data: goalPageData,
  personal: 'Goal',
  head: data => ({ title: `Goal: ${data.goal.title} · Notes` })
})

/** Returns an empty form for a new goal, with one button (GOAL-06..GOAL-10). */
export function newGoal(buttonUuid: string): GoalInput {
  return {
    title: '',
    amount: 1,
    sets: 1,
    is_interval: 0,
    duration: 0,
    quick_log_buttons: [{ uuid: buttonUuid, amount: 1, status: 1 }]
  }
}
