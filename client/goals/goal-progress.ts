/** A goal's progress in words and as a part of the whole, at this second. */
import type { Day } from '../../domain/days/day.ts'
import type { Goal } from '../../domain/goals/api.ts'
import { saysAmount } from '../../domain/goals/completions.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { amountTarget } from '../../domain/goals/targets.ts'
import { completionsUnderway, underway, withUnderway } from '../../domain/goals/underway.ts'
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

/** What is logged: its title, else "1 book, 2 miles, 25 min". */
export function wordsOf({ title, amount, distance, duration }: Logged, unit: string, distances: DistanceUnit): string {
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
  /** Part of the target, not capped, without what still runs; null without one. */
  ratio: number | null
}

/** What the progress of a goal that repeats is of, such as "Today"; null for any other goal. */
export function periodText(
  { repeats, period }: Pick<Goal, 'repeats' | 'period'>,
  today: Day,
  { dayText, monthText }: { dayText: (day: Day) => string; monthText: (day: Day) => string }
): string | null {
  if (!repeats || !period) return null
  if (repeats.every === 'week') return 'This week'
  if (repeats.every === 'month') return monthText(period.from)
  return period.from === today ? 'Today' : dayText(period.from)
}

/** The items of its checklist that the server has as ticked. */
export function tickedOf({ list }: Goal): string[] {
  return list.filter(({ done }) => done).map(({ uuid }) => uuid)
}

/**
 * @param pending what was logged and has no response yet
 * @param ticked how many items of its checklist
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
  const open = underway(openLogs(goal), now)
  const repeated = completionsUnderway(goal, total, open)
  const done = repeated?.rest ?? total
  const all = [
    repeated && ({ kind: 'completions', text: repeated.text, ratio: repeated.done / repeated.required } as const),
    repeated && saysAmount(goal)
      ? null
      : measure('amount', done.amount, amountTarget(goal), value => amountText(value, goal.unit), open.amount),
    measure(
      'distance',
      done.distance,
      goal.distance,
      value => distanceText(value, distances),
      open.distance,
      value => fromMiles(value, distances)
    ),
    measure('duration', done.duration, goal.duration, clockFace),
    items(goal, ticked)
  ].filter(one => one !== null)
  return all.length > 0 ? all : [{ kind: 'amount', text: amountText(0, goal.unit), ratio: null }]
}

function items({ list }: Goal, ticked: number): Measure | null {
  if (list.length === 0) return null
  return { kind: 'items', text: `${ticked} of ${plural(list.length, 'item')}`, ratio: ticked / list.length }
}

/** What the ring shows: the first target; a completed goal is full. Null for an open one that asks for nothing. */
export function ratioOf(goal: Goal, measures: readonly Measure[]): number | null {
  if (goal.status === GoalStatus.Completed) return 1
  return measures.find(({ ratio }) => ratio !== null)?.ratio ?? null
}

/** Whether all that the goal asks for is done; never of one that asks for nothing. */
export function isReached(measures: readonly Measure[]): boolean {
  const ratios = measures.map(({ ratio }) => ratio).filter(ratio => ratio !== null)
  // Ten times 0.1 is 1.
  return ratios.length > 0 && ratios.every(ratio => ratio > 1 - 1e-9)
}

/** The total that the server returned, and what its running timers added since. */
function secondsOfGoal(goal: Goal, now: number): number {
  return openLogs(goal).reduce(
    (sum, log) => sum + Math.max(0, elapsed(log, now) - log.elapsed_duration),
    goal.period?.duration ?? goal.duration_elapsed
  )
}

function measure(
  kind: 'amount' | 'distance' | 'duration',
  done: number,
  target: number | null,
  words: (value: number) => string,
  open = 0,
  shown = (value: number): number => value
): Measure | null {
  const rounded = kind === 'distance' ? roundMiles(done) : Math.round(done * 1000) / 1000
  if (target) {
    const text = withUnderway(`${number(kind, shown(rounded), words)} of ${words(target)}`, shown(open))
    return { kind, text, ratio: Math.max(0, rounded - open) / target }
  }
  return rounded > 0 ? { kind, text: words(rounded), ratio: null } : null
}

/** "8 of 12 books" says the unit once. */
function number(kind: Measure['kind'], value: number, words: (value: number) => string): string {
  return kind === 'duration' ? words(value) : numberText(value)
}
