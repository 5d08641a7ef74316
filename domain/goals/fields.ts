/**
 * The fields of a goal: amounts, a checklist, timers and quick-log buttons. A goal is either personal or belongs to the
 * plan of an activity or session, where the documents call it a task.
 *
 * Units: durations are whole seconds, distances miles, amounts a number of `unit` (or "times").
 */
import * as z from 'zod/mini'
import { date, flag, link, quantity, seconds, sentBody, text, title, uuid, weekdays, whole } from '../lib/fields.ts'
import { LogStatus } from '../logs/log.ts'
import { LONGEST_GOAL, MAX_COMPLETIONS, MAX_SETS } from './goal.ts'

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

/** `weekdays`, from 1 (Monday) to 7, limit a daily goal to these days. An empty list means every day. */
export const repeats = z.object({
  every: z.literal(['day', 'week', 'month'], 'Choose day, week or month.'),
  weekdays: z._default(weekdays, [])
})
export type Repeats = z.output<typeof repeats>

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

export const goalBody = z.object({ uuid: z.optional(uuid), ...ownGoalFields })
/** The goal that the form sends; every field but the title is optional. */
export type GoalInput = z.input<typeof goalBody>

/** The body of `storeGoal`. */
export const goalsBody = sentBody({
  challenge: z.object({
    tasks: z.array(goalBody).check(z.minLength(1, 'Give a goal.'), z.maxLength(20, 'Give at most 20 goals.'))
  })
})
