/** The progress of a goal at a moment, in words and as a ratio. */

import { weekdayName } from '../../domain/days/streak.ts'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { type Measure, measuresOf as measures } from '../../domain/goals/measures.ts'
import { underway } from '../../domain/goals/underway.ts'
import { type Day, weekdayOf } from '../../domain/lib/day.ts'
import type { DistanceUnit } from '../../domain/lib/distance.ts'
import { type Contribution, elapsed } from '../../domain/logs/log.ts'
import { openLogs } from '../logs/apply-log.ts'

/** The current period of a repeating goal, such as "Today", or what a log on a day off counts for; null without one. */
export function periodText(
  { repeats, period }: Pick<Goal, 'repeats' | 'period'>,
  today: Day,
  { dayText, monthText }: { dayText: (day: Day) => string; monthText: (day: Day) => string }
): string | null {
  if (!repeats || !period) return null
  if (repeats.every === 'week') return 'This week'
  if (repeats.every === 'month') return monthText(period.from)
  if (period.from > today) return `Counts for ${weekdayName(weekdayOf(period.from))}`
  return period.from === today ? 'Today' : dayText(period.from)
}

/** The ticked checklist items, according to the server. */
export function tickedOf({ list }: Goal): string[] {
  return list.filter(({ done }) => done).map(({ uuid }) => uuid)
}

/**
 * @param pending the sum of the logs without a response
 * @param ticked number of ticked checklist items
 */
export function measuresOf(
  goal: Goal,
  pending: Contribution,
  now: number,
  distances: DistanceUnit,
  ticked = tickedOf(goal).length
): Measure[] {
  const total = {
    amount: (goal.period?.amount ?? goal.amount_elapsed) + pending.amount,
    distance: (goal.period?.distance ?? goal.distance_elapsed) + pending.distance,
    duration: secondsOfGoal(goal, now) + pending.duration
  }
  return measures(goal, total, distances, ticked, underway(openLogs(goal), now))
}

/**
 * The ratio for the ring: that of the first target, or 1 for a completed goal. Null for an open goal without a
 * target.
 */
export function ratioOf(goal: Goal, measures: readonly Measure[]): number | null {
  if (goal.status === GoalStatus.Completed) return 1
  return measures.find(({ ratio }) => ratio !== null)?.ratio ?? null
}

/** Whether all targets are done; false for a goal without targets. */
export function isReached(measures: readonly Measure[]): boolean {
  const ratios = measures.map(({ ratio }) => ratio).filter(ratio => ratio !== null)
  // Tolerates rounding: ten logs of 0.1 add up to 0.9999….
  return ratios.length > 0 && ratios.every(ratio => ratio > 1 - 1e-9)
}

/** The server's total, plus the time that running timers have added since. */
function secondsOfGoal(goal: Goal, now: number): number {
  return openLogs(goal).reduce(
    (sum, log) => sum + Math.max(0, elapsed(log, now) - log.elapsed_duration),
    goal.period?.duration ?? goal.duration_elapsed
  )
}
