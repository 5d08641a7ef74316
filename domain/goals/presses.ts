/** The buttons for a new goal, and the presses that a goal offers to log progress. Units: miles and seconds. */

import { type DistanceUnit, distanceText, fromMiles, toMiles } from '../lib/distance.ts'
import { amountText, lengthText } from '../lib/duration.ts'
import { LogStatus } from '../logs/log.ts'
import { measuresOfPress } from '../logs/press.ts'
import type { QuickLogButton, Timer } from './fields.ts'
import type { GoalKind } from './kind.ts'
import { taskInterval, taskSeconds } from './task-timers.ts'

export type Measures = Pick<QuickLogButton, 'amount' | 'distance' | 'duration'>
/** Something to press on a goal. `uuid` is null when it is not one of the goal's buttons. */
export type Press = Omit<QuickLogButton, 'uuid'> & { uuid: string | null }

const NOTHING: Measures = { amount: null, distance: null, duration: null }
const FIVE_MINUTES = 300
const HOUR = 3600

interface Asked {
  amount: number | null
  unit: string
  distance: number | null
  duration: number
}

/**
 * Returns buttons for a new goal, a small step and a larger one (GOAL-10); a short time such as 30 minutes gets 10, 20
 * and 30. Checklists need none because people tick their items, and interval goals have their own start.
 * @param distances the unit in which the person reads distances, so that steps are round in it
 */
export function fittingPresses(
  kind: GoalKind,
  { amount, unit, distance, duration }: Asked,
  distances: DistanceUnit
): Measures[] {
  if (kind === 'count') return stepsOf(amount ?? 1, Boolean(unit.trim())).map(step => ({ ...NOTHING, amount: step }))
  if (kind === 'distance') {
    const target = distance === null ? 1 : fromMiles(distance, distances)
    return stepsOf(target, true).map(step => ({ ...NOTHING, distance: toMiles(step, distances) }))
  }
  if (kind !== 'time') return []
  return timesOf(duration).map(time => ({ ...NOTHING, duration: time }))
}

function timesOf(duration: number): number[] {
  if (duration > HOUR) return [HOUR / 2, HOUR]
  const third = duration / 3
  if (third > 0 && duration < HOUR && third % FIVE_MINUTES === 0) return [third, 2 * third, duration]
  return [duration || HOUR / 2]
}

/** @param hasUnit without a unit the goal counts times, so one step is 1: "30 times" */
function stepsOf(target: number, hasUnit: boolean): number[] {
  if (target > 0 && target < 1) return [target]
  if (target <= 12) return [1]
  if (target <= 100) return hasUnit ? [1, roundStep(target / 10)].filter((step, at) => at === 0 || step > 1) : [1]
  return hasUnit ? [roundStep(target / 50), roundStep(target / 10)] : [1, roundStep(target / 20)]
}

/** Returns the nearest of 1, 2, 5, 10, 20, 50 …, by ratio instead of difference. */
function roundStep(step: number): number {
  const tens = 10 ** Math.floor(Math.log10(Math.max(1, step)))
  const far = (one: number): number => Math.abs(Math.log(one / Math.max(1, step)))
  return [1, 2, 5, 10].map(one => one * tens).reduce((best, one) => (far(one) < far(best) ? one : best))
}

interface Offering {
  quick_log_buttons: readonly QuickLogButton[]
  amount: number | null
  amount_per_log: number | null
  distance: number | null
  duration: number
  action_duration: number
  timers: Timer[]
  sets: number
  is_interval: 0 | 1
  list: readonly unknown[]
}

/**
 * Returns the presses of a goal: the start of its intervals and then its buttons, or without both one press for its
 * usual time or amount (SGL-25, B§9: amount 1). A goal that is only a checklist has none.
 */
export function pressesOf(goal: Offering, distances: DistanceUnit): Press[] {
  const buttons = goal.quick_log_buttons
  const { amount, amount_per_log, distance } = goal
  const usual = amount ? (amount_per_log ?? 1) : null
  if (goal.is_interval && taskInterval(goal).duration > 0 && !buttons.some(({ duration }) => duration)) {
    return [pressOf({ ...NOTHING, amount: usual, duration: taskInterval(goal).duration }), ...buttons]
  }
  if (buttons.length > 0) return [...buttons]
  const duration = taskSeconds(goal)
  if (duration > 0) return [pressOf({ ...NOTHING, amount: usual, duration })]
  if (amount || amount_per_log) return [pressOf({ ...NOTHING, amount: amount_per_log ?? 1 })]
  if (goal.list.length > 0) return []
  // A goal with only a distance logs one mile or kilometre per press.
  return [pressOf(distance === null ? { ...NOTHING, amount: 1 } : { ...NOTHING, distance: toMiles(1, distances) })]
}

function pressOf(measures: Measures): Press {
  return { uuid: null, title: '', content: '', status: LogStatus.Active, ...measures }
}

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

/** The log that a button makes, in words: "1 glass". */
export function pressText(button: Press, unit: string, distances: DistanceUnit): string {
  return logText({ title: button.title, ...measuresOfPress(button) }, unit, distances)
}
