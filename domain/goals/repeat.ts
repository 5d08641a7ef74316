/**
 * Goals that repeat: what they ask for begins anew each day, each chosen weekday, each week or each month. A goal that
 * does not repeat has no periods.
 *
 * The rule that surprises: what is logged on a weekday that was not chosen counts in the totals of the goal, but in no
 * period. Weeks start on Monday.
 */
import * as z from 'zod/mini'
import { addDays, type Day, weekdayOf } from '../days/day.ts'
import type { Pause } from '../days/streak.ts'
import { whole } from '../lib/fields.ts'
import type { Contribution } from '../logs/log.ts'
import { completions } from './completions.ts'
import { isPausedIn } from './pause.ts'
import { amountTarget, type Targets } from './targets.ts'

/** `weekdays`, from 1 (Monday) to 7, are those that a goal of every day is for; none stands for all of them. */
export const repeats = z.object({
  every: z.literal(['day', 'week', 'month'], 'Choose day, week or month.'),
  weekdays: z._default(z.array(whole(1, 7)).check(z.maxLength(7, 'A week has seven days.')), [])
})
export type Repeats = z.output<typeof repeats>

/** From the first day to the last, both in it. */
export interface Period {
  from: Day
  to: Day
}

/** What was done on a day, or in a period. */
export type DayDone = Contribution & { day: Day; logs: number }
export type PeriodDone = Period & Contribution & { logs: number; is_met: boolean; is_paused: boolean }

/** @internal The period that a day is in; null for a weekday that the goal is not for. */
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

/** The period that goes on, or the next one on a weekday that the goal is not for. */
export function currentPeriod(repeats: Repeats, today: Day): Period {
  return periodOf(repeats, today) ?? currentPeriod(repeats, addDays(today, 1))
}

/** The period before. */
function periodBefore(repeats: Repeats, { from }: Period): Period {
  let day = addDays(from, -1)
  for (;;) {
    const period = periodOf(repeats, day)
    if (period) return period
    day = addDays(day, -1)
  }
}

/**
 * The periods of a goal until the current one, the newest first, each with what was done in it and whether that was
 * enough. They begin with the one that `first` is in.
 * @param days what was done on each day, in any order
 */
export function periodsOf(
  goal: Targets & { repeats: Repeats; pauses: readonly Pause[] },
  days: readonly DayDone[],
  first: Day,
  today: Day
): PeriodDone[] {
  const byPeriod = Map.groupBy(days, ({ day }) => periodOf(goal.repeats, day)?.from)
  const periods: PeriodDone[] = []
  let period = currentPeriod(goal.repeats, today)
  do {
    const done = sum(byPeriod.get(period.from) ?? [])
    periods.push({ ...period, ...done, is_met: isMet(goal, done), is_paused: isPausedIn(goal.pauses, period) })
    period = periodBefore(goal.repeats, period)
  } while (period.to >= first)
  return periods
}

/** How many of these periods were met in a row, the first among them. One with a pause neither breaks it nor counts. */
export function metInARow(periods: readonly Pick<PeriodDone, 'is_met' | 'is_paused'>[]): number {
  const broken = periods.findIndex(({ is_met, is_paused }) => !is_met && !is_paused)
  return periods.slice(0, broken < 0 ? periods.length : broken).filter(({ is_met }) => is_met).length
}

/** Whether enough was done: all that the goal asks for, or anything where it asks for nothing. */
export function isMet(goal: Targets, done: Contribution & { logs: number }): boolean {
  const times = completions(goal, done)
  const targets = [
    times ? times.done / times.required : ratio(done.amount, amountTarget(goal)),
    ratio(done.distance, goal.distance),
    ratio(done.duration, goal.duration)
  ].filter(part => part !== null)
  // Ten times 0.1 is 1.
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
