/**
 * The fields of a goal: amounts, a checklist, timers and quick-log buttons. A goal is either personal or belongs to the
 * plan of an activity or session, where the documents call it a task.
 *
 * Units: durations are whole seconds, distances miles, amounts a number of `unit` (or "times").
 */
import * as z from 'zod/mini'
import { date, flag, link, quantity, seconds, text, title, uuid, whole } from '../lib/fields.ts'
import { LogStatus } from '../logs/log.ts'
import { repeats } from './repeat.ts'

export const GoalStatus = { Open: 1, Completed: 2 } as const
export type GoalStatus = (typeof GoalStatus)[keyof typeof GoalStatus]

/** Ten years in seconds, the longest total time of a personal goal. A single log is 30 days at most. */
export const LONGEST_GOAL = 3650 * 86_400
export const MAX_SETS = 1000
export const MAX_COMPLETIONS = 100_000

/** Whether the goal is not completed. */
export function isOpenGoal({ status }: { status: GoalStatus }): boolean {
  return status !== GoalStatus.Completed
}

export const innerTimer = z.object({
  title: z._default(text(255), ''),
  duration: seconds()
})
export type InnerTimer = z.output<typeof innerTimer>

/**
 * A countdown; with `is_interval` it runs its nested timers in order, `sets` times (GOAL-80..GOAL-84, TMR-22..TMR-29).
 */
export const timer = z.object({
  uuid,
  title: z._default(text(255), ''),
  duration: z._default(seconds(), 0),
  is_interval: z._default(flag, 0),
  sets: z._default(whole(1, MAX_SETS), 1),
  nested: z._default(z.array(innerTimer).check(z.maxLength(100, 'Use at most 100 timers.')), [])
})
export type Timer = z.output<typeof timer>

/** A button that logs a fixed amount with one press; with a duration it starts a timer (D-52). */
export const quickLogButton = z.object({
  uuid,
  title: z._default(text(255), ''),
  content: z._default(text(2000), ''),
  amount: z._default(z.nullable(quantity()), null),
  distance: z._default(z.nullable(quantity()), null),
  duration: z._default(z.nullable(seconds()), null),
  status: z._default(z.literal([1, 2, 3, 4], 'Give a log status from 1 to 4.'), LogStatus.Active)
})
export type QuickLogButton = z.output<typeof quickLogButton>

export const listItem = z.object({
  uuid,
  title: title(500),
  link: z._default(link, ''),
  done: z._default(flag, 0)
})
export type ListItem = z.output<typeof listItem>

/** The fields of a goal that people edit, both of personal goals and of goals in a plan. */
export const goalFields = {
  title: title(),
  link: z._default(link, ''),
  content: z._default(text(50_000), ''),
  action: z._default(text(100), ''),
  action_duration: z._default(seconds(), 0),
  duration: z._default(seconds(), 0),
  amount: z._default(z.nullable(quantity()), null),
  amount_per_log: z._default(z.nullable(quantity()), null),
  distance: z._default(z.nullable(quantity()), null),
  unit: z._default(text(50), ''),
  sets: z._default(whole(1, MAX_SETS), 1),
  is_interval: z._default(flag, 0),
  timers: z._default(z.array(timer).check(z.maxLength(50, 'Use at most 50 timers.')), []),
  is_list: z._default(flag, 0),
  list: z._default(z.array(listItem).check(z.maxLength(200, 'Use at most 200 items.')), []),
  quick_log_buttons: z._default(z.array(quickLogButton).check(z.maxLength(20, 'Use at most 20 buttons.')), []),
  completions_required: z._default(z.nullable(whole(1, MAX_COMPLETIONS)), null)
}

/** The fields of a personal goal. It may take years and may have a start and an end (GOAL-65, GOAL-66). */
export const ownGoalFields = {
  ...goalFields,
  duration: z._default(seconds(LONGEST_GOAL), 0),
  started_at: z._default(z.nullable(date), null),
  ended_at: z._default(z.nullable(date), null),
  /** 1: the goal is to stay at or below its amount, distance or time; 0 of it means none (D-153). */
  is_limit: z._default(flag, 0),
  /** Null for a goal that does not repeat. */
  repeats: z._default(z.nullable(repeats), null)
}

/** Returns an error by field when a goal ends before it begins; else an empty object. */
export function checkPeriod(goal: { started_at: string | null; ended_at: string | null }): { ended_at?: string } {
  const { started_at, ended_at } = goal
  const isBackwards = started_at !== null && ended_at !== null && Date.parse(ended_at) < Date.parse(started_at)
  return isBackwards ? { ended_at: 'A goal can’t end before it starts.' } : {}
}
