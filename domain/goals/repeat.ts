/**
 * Goals that repeat. Their targets apply to each period: each day, each chosen weekday, each week or each month. Weeks
 * start on Monday.
 *
 * The rule that surprises: a log on a weekday that was not chosen counts for the next chosen day (D-157). For a goal to
 * stay below it counts for none.
 */
import type { Pause } from '../days/streak.ts'
import { addDays, type Day, weekdayOf } from '../lib/day.ts'
import type { Contribution } from '../logs/log.ts'
import { completions } from './completions.ts'
import type { Repeats } from './fields.ts'
import { isLimited, isOver, limitOf } from './limit.ts'
import { isPausedIn } from './pause.ts'
import { amountTarget, type Targets } from './targets.ts'

/** From the first to the last day, including both. */
export interface Period {
  from: Day
  to: Day
}

/** The totals of a day. */
export type DayDone = Contribution & { day: Day; logs: number }
/** The totals of a period, whether it is met, and whether one of its days is in a pause. */
export type PeriodDone = Period & Contribution & { logs: number; is_met: boolean; is_paused: boolean }

/** Returns the period of a day; null for a weekday that was not chosen. @internal */
export function periodOf({ every, weekdays }: Repeats, day: Day): Period | null {
  if (every === 'week') {
    const from = addDays(day, 1 - weekdayOf(day))
    return { from, to: addDays(from, 6) }
  }
  if (every === 'month') {
    const from = `${day.slice(0, 7)}-01`
    return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
  }
  const isFor = weekdays.length === 0 || weekdays.includes(weekdayOf(day))
  return isFor ? { from: day, to: day } : null
}

/** Returns the current period; on a weekday that was not chosen it is the next chosen day. */
export function currentPeriod(repeats: Repeats, today: Day): Period {
  return periodOf(repeats, today) ?? currentPeriod(repeats, addDays(today, 1))
}

/** Returns the first day whose logs count for a period. It lies before the period when days off come before it. */
export function countsFrom(repeats: Repeats, period: Period): Day {
  return addDays(periodBefore(repeats, period).to, 1)
}

function periodBefore(repeats: Repeats, { from }: Period): Period {
  let day = addDays(from, -1)
  for (;;) {
    const period = periodOf(repeats, day)
    if (period) return period
    day = addDays(day, -1)
  }
}

/**
 * Returns the periods of a goal with their totals, from the current one back to the one that contains `first`.
 * @param days the totals of each day with logs, in any order
 */
export function periodsOf(
  goal: Targets & { repeats: Repeats; pauses: readonly Pause[] },
  days: readonly DayDone[],
  first: Day,
  today: Day
): PeriodDone[] {
  const limit = limitOf(goal)
  const counted = limit ? days.filter(({ day }) => isLimited(goal.repeats, day)) : days
  const byPeriod = Map.groupBy(counted, ({ day }) => currentPeriod(goal.repeats, day).from)
  const periods: PeriodDone[] = []
  let period = currentPeriod(goal.repeats, today)
  do {
    const done = sum(byPeriod.get(period.from) ?? [])
    const is_paused = isPausedIn(goal.pauses, period)
    const is_met = limit ? period.to < today && !is_paused && !isOver(limit, done) : isMet(goal, done)
    periods.push({ ...period, ...done, is_met, is_paused })
    period = periodBefore(goal.repeats, period)
  } while (period.to >= first)
  return periods
}

/**
 * Returns how many periods in a row were met, counted from the first in the list. A paused period that was not met is
 * skipped: it neither counts nor breaks the row.
 */
export function metInARow(periods: readonly Pick<PeriodDone, 'is_met' | 'is_paused'>[]): number {
  const broken = periods.findIndex(({ is_met, is_paused }) => !is_met && !is_paused)
  return periods.slice(0, broken < 0 ? periods.length : broken).filter(({ is_met }) => is_met).length
}

/**
 * Returns the streak with the current period. A current period that is not met yet does not break it, but a broken
 * limit does.
 * @param before how many periods in a row were met before it
 */
export function streakWith(
  goal: Targets,
  current: Contribution & Pick<PeriodDone, 'is_met' | 'is_paused'>,
  before: number
): number {
  const limit = limitOf(goal)
  if (limit) return isOver(limit, current) && !current.is_paused ? 0 : before
  return before + Number(current.is_met)
}

/**
 * Whether all targets of the goal are reached. A goal without targets needs one log. A goal to stay below is not met
 * before its period is over.
 */
export function isMet(goal: Targets, done: Contribution & { logs: number }): boolean {
  if (goal.is_limit) return false
  const times = completions(goal, done)
  const targets = [
    times ? times.done / times.required : ratio(done.amount, amountTarget(goal)),
    ratio(done.distance, goal.distance),
    ratio(done.duration, goal.duration)
  ].filter(part => part !== null)
  // Tolerates rounding errors: ten times 0.1 must be 1.
  return targets.length > 0 ? targets.every(part => part > 1 - 1e-9) : done.logs > 0
}

function ratio(done: number, target: number | null): number | null {
  return target ? done / target : null
}

function sum(days: readonly DayDone[]): Contribution & { logs: number } {
  const total = { logs: 0, amount: 0, distance: 0, duration: 0 }
  for (const { logs, amount, distance, duration } of days) {
    total.logs += logs
    total.amount += amount
    total.distance += distance
    total.duration += duration
  }
  return total
}
