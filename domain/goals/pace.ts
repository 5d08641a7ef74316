/**
 * The pace of a goal that has a last day: how much a day is needed from today on, how much was done a day so far, and
 * when that would reach it. It follows the first thing that the goal asks for, as its ring does.
 *
 * Units: amounts as the goal counts them, miles, or seconds.
 */
import { addDays, type Day, daysBetween } from '../days/day.ts'
import { roundMiles } from '../lib/distance.ts'
import { plural } from '../lib/duration.ts'
import type { Contribution } from '../logs/log.ts'
import { wholeOf } from './completions.ts'
import type { Targets } from './targets.ts'

export interface Pace {
  /** What it is measured by. */
  kind: keyof Contribution
  /** Days until the last one, today among them; 0 or less once it is over. */
  daysLeft: number
  /** What is left to do; 0 once it is reached. */
  left: number
  /** A day, from today or a later first day on; null once it is reached or over. */
  needed: number | null
  /** A day, since the first one; 0 where nothing was done. */
  kept: number
  /** The day on which that reaches it, counted from today on; null where nothing was done, once it is reached, and for more than 100 years. */
  forecast: Day | null
}

const CENTURY = 36_525

/** The first and the last day of a goal; null for one that it does not have. */
export interface Days {
  first: Day | null
  last: Day | null
}

/**
 * Where today lies in the days of a goal, in words (GOAL-65, GOAL-66): "starts in 3 days", "12 days left", "last day",
 * "overdue by 2 days". Null without a day that is still to come and for a goal that only has begun.
 */
export function daysText({ first, last }: Days, today: Day): string | null {
  const startsIn = first === null ? 0 : daysBetween(today, first)
  if (startsIn > 0) return startsIn === 1 ? 'starts tomorrow' : `starts in ${plural(startsIn, 'day')}`
  if (last === null) return null
  const left = daysBetween(today, last)
  if (left < 0) return `overdue by ${plural(-left, 'day')}`
  return left === 0 ? 'last day' : `${plural(left + 1, 'day')} left`
}

/** Null for a goal that asks for nothing that can be counted. */
export function paceOf(
  goal: Targets,
  done: Contribution,
  { first, last, today }: { first: Day; last: Day; today: Day }
): Pace | null {
  const whole = wholeOf(goal)
  if (!whole) return null
  const { kind, target } = whole
  const left = leftOf(kind, target, done[kind])
  const daysLeft = daysBetween(today, last) + 1
  const kept = done[kind] / Math.max(1, daysBetween(first, today) + 1)
  const daysMore = left > 0 && kept > 0 ? Math.ceil(left / kept) : null
  return {
    kind,
    daysLeft,
    left,
    needed: left > 0 && daysLeft > 0 ? left / (daysLeft - Math.max(0, daysBetween(today, first))) : null,
    kept,
    forecast: daysMore !== null && daysMore < CENTURY ? addDays(today, daysMore - 1) : null
  }
}

/** Ten times 0.1 is 1, and a thousand logs of 5 km are 5,000 km, though each is rounded to miles. */
function leftOf(kind: Pace['kind'], target: number, done: number): number {
  if (done > target * (1 - 1e-9)) return 0
  return kind === 'distance' ? roundMiles(target - done) : Math.round((target - done) * 1000) / 1000
}
