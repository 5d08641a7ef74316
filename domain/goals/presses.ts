/**
 * What one press logs: the buttons that fit what a new goal asks for, and the presses that a goal offers wherever it is
 * shown. Units: miles and seconds.
 */
import { taskInterval, taskSeconds } from '../activities/task-timers.ts'
import { type DistanceUnit, fromMiles, toMiles } from '../lib/distance.ts'
import { LogStatus } from '../logs/log.ts'
import type { QuickLogButton, Timer } from './goal.ts'
import type { GoalKind } from './kind.ts'

export type Measures = Pick<QuickLogButton, 'amount' | 'distance' | 'duration'>
/** One without a uuid is no button that somebody made. */
export type Press = Omit<QuickLogButton, 'uuid'> & { uuid: string | null }

const NOTHING: Measures = { amount: null, distance: null, duration: null }
const HALF_HOUR = 1800

interface Asked {
  amount: number | null
  unit: string
  distance: number | null
  duration: number
}

/**
 * The buttons of a new goal (GOAL-10): a small step and a larger one of what it asks for. A checklist is ticked and
 * intervals have their own start, so these have none.
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
  const times = duration > 2 * HALF_HOUR ? [HALF_HOUR, 2 * HALF_HOUR] : [duration || HALF_HOUR]
  return times.map(time => ({ ...NOTHING, duration: time }))
}

/** @param hasUnit without one each press is once: "30 times" */
function stepsOf(target: number, hasUnit: boolean): number[] {
  if (target > 0 && target < 1) return [target]
  if (target <= 12) return [1]
  if (target <= 100) return hasUnit ? [1, roundStep(target / 10)].filter((step, at) => at === 0 || step > 1) : [1]
  return hasUnit ? [roundStep(target / 50), roundStep(target / 10)] : [1, roundStep(target / 20)]
}

/** The nearest of 1, 2, 5, 10, 20, 50 …, as steps are compared: by how many times. */
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
 * The presses that a goal offers: its buttons, before them the start of its intervals, and without any of these its
 * usual amount or time (SGL-25, B§9: amount 1). A checklist alone is ticked.
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
  // Of a goal that asks for a distance alone a press is a mile or a kilometre.
  return [pressOf(distance === null ? { ...NOTHING, amount: 1 } : { ...NOTHING, distance: toMiles(1, distances) })]
}

function pressOf(measures: Measures): Press {
  return { uuid: null, title: '', content: '', status: LogStatus.Active, ...measures }
}
