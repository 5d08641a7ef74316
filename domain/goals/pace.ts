/**
 * The pace of a goal with a last day: the amount needed per day from today on, the amount per day so far, and the day
 * on which that pace reaches the target. It follows the same measure as the goal's ring.
 *
 * Units: the goal's own unit, miles or seconds.
 */
import { addDays, type Day, daysBetween } from '../lib/day.ts'
import { roundMiles } from '../lib/distance.ts'
import { plural } from '../lib/duration.ts'
import type { Contribution } from '../logs/log.ts'
import { ringTarget } from './completions.ts'
import type { Targets } from './targets.ts'

export interface Pace {
  /** The measure that the pace follows. */
  kind: keyof Contribution
  /** Days until the last day, including today; 0 or less once that is over. */
  daysLeft: number
  /** The rest until the target; 0 once it is reached. */
  left: number
  /** Per day, from today or a later first day on; null once the target is reached or the last day is over. */
  needed: number | null
  /** Whole days behind an even pace at the end of yesterday; 0 on or ahead of it. */
  behind: number
  /** Per day so far, since the first day. */
  kept: number
  /**
   * The day on which the pace so far reaches the target. Null when nothing is done, when the target is reached, and
   * when it would take more than 100 years.
   */
  forecast: Day | null
}

const CENTURY = 36_525

/** The first and last day of a goal; null when it has none. */
export interface Days {
  first: Day | null
  last: Day | null
}

/**
 * Returns the words for a goal's dates (GOAL-65, GOAL-66): "starts in 3 days", "12 days left", "last day", "overdue by
 * 2 days". Null when the goal has no last day and has already started.
 */
export function daysText({ first, last }: Days, today: Day): string | null {
  const startsIn = first === null ? 0 : daysBetween(today, first)
  if (startsIn > 0) return startsIn === 1 ? 'starts tomorrow' : `starts in ${plural(startsIn, 'day')}`
  if (last === null) return null
  const left = daysBetween(today, last)
  if (left < 0) return `overdue by ${plural(-left, 'day')}`
  return left === 0 ? 'last day' : `${plural(left + 1, 'day')} left`
}

/** Returns the pace of a goal; null for a goal without a target. */
export function paceOf(
  goal: Targets,
  done: Contribution,
  { first, last, today }: { first: Day; last: Day; today: Day }
): Pace | null {
  const whole = ringTarget(goal)
  if (!whole) return null
  const { kind, target } = whole
  const left = leftOf(kind, target, done[kind])
  const daysLeft = daysBetween(today, last) + 1
  const kept = done[kind] / Math.max(1, daysBetween(first, today) + 1)
  const days = daysBetween(first, last) + 1
  const passed = Math.min(days, daysBetween(first, today))
  const daysMore = left > 0 && kept > 0 ? Math.ceil(left / kept) : null
  return {
    kind,
    daysLeft,
    left,
    needed: left > 0 && daysLeft > 0 ? left / (daysLeft - Math.max(0, daysBetween(today, first))) : null,
    behind: Math.max(0, Math.floor(passed - (done[kind] / target) * days + 1e-9)),
    kept,
    forecast: daysMore !== null && daysMore < CENTURY ? addDays(today, daysMore - 1) : null
  }
}

/** Tolerates rounding errors: ten times 0.1 is 1, and a thousand logs of 5 km, each rounded to miles, are 5,000 km. */
function leftOf(kind: Pace['kind'], target: number, done: number): number {
  if (done > target * (1 - 1e-9)) return 0
  return kind === 'distance' ? roundMiles(target - done) : Math.round((target - done) * 1000) / 1000
}
