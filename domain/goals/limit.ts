/**
 * Goals to stay below (D-153): "at most 2 coffees a day", "no smoking". The amount, distance or time of the goal is then
 * the limit of each period, or of the days until its end if it does not repeat. A limit of 0 means none.
 *
 * The rules that surprise: a period is met only once it is over, because nobody can be sure of it before. A log on a
 * weekday that was not chosen is free. A period in a pause neither counts nor breaks a streak.
 *
 * Units: the goal's own unit, miles or seconds. A count of days is the distance of two days: the day after a slip is 1.
 */
import { type Day, daysBetween, weekdayOf } from '../lib/day.ts'
import type { Contribution } from '../logs/log.ts'
import type { Flag, Targets } from './targets.ts'

export interface Limit {
  kind: keyof Contribution
  /** 0 means none. */
  limit: number
}

type Limited = Pick<Targets, 'amount' | 'distance' | 'duration'> & { is_limit?: Flag }

/** Returns the limit of a goal to stay below; null for a goal to reach. */
export function limitOf({ is_limit, amount, distance, duration }: Limited): Limit | null {
  if (!is_limit) return null
  if (amount !== null) return { kind: 'amount', limit: amount }
  if (distance !== null) return { kind: 'distance', limit: distance }
  return { kind: 'duration', limit: duration }
}

/** Whether the limit is none at all, as in "no smoking". */
export function isNone(goal: Limited): boolean {
  return limitOf(goal)?.limit === 0
}

/**
 * Whether the total breaks the limit. With a limit of none, a log with any measure does: "10 minutes" breaks "no
 * smoking" as "1 cigarette" does.
 */
export function isOver({ kind, limit }: Limit, done: Contribution): boolean {
  if (limit === 0) return done.amount > 0 || done.distance > 0 || done.duration > 0
  // Tolerates rounding: ten logs of 0.1 add up to 1.0000….
  return done[kind] > limit * (1 + 1e-9)
}

/** The days since the last slip, and the longest time without one. */
export interface Clean {
  /** The day of the last slip, or the first day of a goal without one. */
  since: Day
  has_slipped: 0 | 1
  /** The most days between two slips, and from the first day to the first slip; without the time that still runs. */
  best: number
}

/**
 * Returns the time without slips of a goal with a limit of none.
 * @param days the days whose logs break the limit, the earliest first
 * @param made the first day of the goal; an earlier slip moves it there
 */
export function cleanOf(days: readonly Day[], made: Day): Clean {
  let since = days[0] && days[0] < made ? days[0] : made
  let best = 0
  for (const day of days) {
    best = Math.max(best, daysBetween(since, day))
    since = day
  }
  return { since, has_slipped: days.length > 0 ? 1 : 0, best }
}

/**
 * Returns the days since the last slip, and the longest time without one, on a day.
 * @param slippedToday a log that the server has not confirmed breaks the limit
 */
export function cleanOn(
  { since, has_slipped, best }: Clean,
  today: Day,
  slippedToday = false
): { days: number; hasSlipped: boolean; best: number } {
  // After a flight over the date line, today may be before the last slip.
  const days = Math.max(0, daysBetween(since, today))
  return { days: slippedToday ? 0 : days, hasSlipped: slippedToday || has_slipped === 1, best: Math.max(best, days) }
}

/** Whether a log on this day counts for a goal: one for chosen weekdays counts only these. */
export function isLimited(repeats: { every: string; weekdays: readonly number[] } | null, day: Day): boolean {
  const weekdays = repeats?.every === 'day' ? repeats.weekdays : []
  return weekdays.length === 0 || weekdays.includes(weekdayOf(day))
}

interface Checked extends Limited {
  repeats: unknown
  ended_at: unknown
  timers: readonly unknown[]
  list: readonly unknown[]
  completions_required: number | null
}

/** Returns an error by field for a goal to stay below that has no clear meaning; else an empty object. */
export function checkLimit(goal: Checked): Record<string, string> {
  if (!goal.is_limit) return {}
  if (goal.timers.length > 0) return { timers: 'A goal to stay below has no intervals. Remove them.' }
  if (goal.list.length > 0) return { list: 'A goal to stay below has no checklist. Remove its items.' }
  if ((goal.completions_required ?? 1) > 1)
    return { completions_required: 'A goal to stay below has a limit and no number of completions.' }
  const limits = [goal.amount !== null, goal.distance !== null, goal.duration > 0].filter(Boolean).length
  if (limits === 0) return { amount: 'Enter the most you allow, or 0 for none.' }
  if (limits > 1) return { amount: 'Give one limit: an amount, a distance or a time.' }
  return goal.repeats || goal.ended_at
    ? {}
    : { repeats: 'Choose how often the limit starts again, or give the goal a last day.' }
}
