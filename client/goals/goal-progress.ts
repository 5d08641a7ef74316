/** The progress of a goal at a moment, in words and as a ratio. */

import { weekdayName } from '../../domain/days/streak.ts'
import type { Goal } from '../../domain/goals/api.ts'
import { showsAmount } from '../../domain/goals/completions.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { amountTarget } from '../../domain/goals/targets.ts'
import { completionsUnderway, underway, withUnderway } from '../../domain/goals/underway.ts'
import { type Day, weekdayOf } from '../../domain/lib/day.ts'
import { type DistanceUnit, distanceText, fromMiles, roundMiles } from '../../domain/lib/distance.ts'
import { amountText, clockFace, lengthText, plural } from '../../domain/lib/duration.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { type Contribution, elapsed } from '../../domain/logs/log.ts'
import { openLogs } from '../logs/apply-log.ts'

interface Logged {
  title?: string | null | undefined
  amount?: number | null | undefined
  distance?: number | null | undefined
  duration?: number | null | undefined
}

/** Describes a log: its title, or else "1 book, 2 miles, 25 min". */
export function logText({ title, amount, distance, duration }: Logged, unit: string, distances: DistanceUnit): string {
  if (title) return title
  const parts = [
    amount ? amountText(amount, unit) : '',
    distance ? distanceText(distance, distances) : '',
    duration ? lengthText(duration) : ''
  ].filter(Boolean)
  return parts.join(', ') || 'Log'
}

export interface Measure {
  kind: 'completions' | 'amount' | 'distance' | 'duration' | 'items'
  /** "8 of 12 books", or "8 books" without a target. */
  text: string
  /** The part of the target that is done; may exceed 1. Null without a target. Only durations include running timers. */
  ratio: number | null
}

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
  const running = underway(openLogs(goal), now)
  const repeated = completionsUnderway(goal, total, running)
  const done = repeated?.sinceLast ?? total
  const all = [
    repeated && ({ kind: 'completions', text: repeated.text, ratio: repeated.done / repeated.required } as const),
    repeated && showsAmount(goal)
      ? null
      : measureOf({
          kind: 'amount',
          done: done.amount,
          running: running.amount,
          target: amountTarget(goal),
          text: value => amountText(value, goal.unit)
        }),
    measureOf({
      kind: 'distance',
      done: done.distance,
      running: running.distance,
      target: goal.distance,
      text: value => distanceText(value, distances),
      inUnit: value => fromMiles(value, distances)
    }),
    measureOf({ kind: 'duration', done: done.duration, target: goal.duration, text: clockFace }),
    items(goal, ticked)
  ].filter(one => one !== null)
  return all.length > 0 ? all : [{ kind: 'amount', text: amountText(0, goal.unit), ratio: null }]
}

function items({ list }: Goal, ticked: number): Measure | null {
  if (list.length === 0) return null
  return { kind: 'items', text: `${ticked} of ${plural(list.length, 'item')}`, ratio: ticked / list.length }
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

interface Progress {
  kind: 'amount' | 'distance' | 'duration'
  done: number
  /** The part of `done` whose timers still run. */
  running?: number
  target: number | null
  text: (value: number) => string
  /** Converts a value to the unit that the person reads. */
  inUnit?: (value: number) => number
}

function measureOf({ kind, done, running = 0, target, text, inUnit = value => value }: Progress): Measure | null {
  const rounded = kind === 'distance' ? roundMiles(done) : Math.round(done * 1000) / 1000
  if (target) {
    // Omits the first unit, because "8 of 12 books" needs it only once.
    const first = kind === 'duration' ? text(rounded) : numberText(inUnit(rounded))
    return {
      kind,
      text: withUnderway(`${first} of ${text(target)}`, inUnit(running)),
      ratio: Math.max(0, rounded - running) / target
    }
  }
  return rounded > 0 ? { kind, text: text(rounded), ratio: null } : null
}
