/** The targets by which the progress of a goal is measured. */

import type { Contribution } from '../logs/log.ts'

/** On the wire 0 or 1, in a row a boolean. */
export type Flag = 0 | 1 | boolean | undefined

export interface Targets {
  amount: number | null
  amount_per_log?: number | null
  completions_required?: number | null
  unit: string
  distance: number | null
  /** Seconds. */
  duration: number
  list?: readonly unknown[]
  /** 1: the target is a limit to stay below (domain/goals/limit.ts). */
  is_limit?: Flag
}

/**
 * Returns the amount to reach, or null. New goals start with an amount of 1 (GOAL-06). With a distance, a time or a
 * checklist this 1 only means "do it once", so progress follows those instead.
 */
export function amountTarget(goal: Targets): number | null {
  const { amount, amount_per_log, completions_required, unit, distance, duration, list = [] } = goal
  const isPlain = amount === 1 && !unit.trim() && !amount_per_log && (completions_required ?? 1) <= 1
  const hasOther = Boolean(distance || duration || list.length > 0)
  return isPlain && hasOther ? null : amount || null
}

/**
 * Returns the measures that the form for logging progress offers: those with a target, or the amount when there are
 * none.
 */
export function countedBy(goal: Targets): (keyof Contribution)[] {
  const isCounted = {
    amount: Boolean(amountTarget(goal) || goal.amount_per_log),
    distance: Boolean(goal.distance),
    duration: goal.duration > 0
  }
  const counted = (['amount', 'distance', 'duration'] as const).filter(kind => isCounted[kind])
  return counted.length > 0 ? counted : ['amount']
}
