/** What the progress of a goal is measured by. */

import type { Contribution } from '../logs/log.ts'

export interface Targets {
  amount: number | null
  amount_per_log?: number | null
  completions_required?: number | null
  unit: string
  distance: number | null
  /** Seconds. */
  duration: number
  list?: readonly unknown[]
}

/**
 * The amount that a goal asks for; null when it asks for none. New goals start with an amount of 1 (GOAL-06). Beside a
 * distance, a time or a checklist that means "do it once", and progress follows those instead.
 */
export function amountTarget(goal: Targets): number | null {
  const { amount, amount_per_log, completions_required, unit, distance, duration, list = [] } = goal
  const isPlain = amount === 1 && !unit.trim() && !amount_per_log && (completions_required ?? 1) <= 1
  const hasOther = Boolean(distance || duration || list.length > 0)
  return isPlain && hasOther ? null : amount || null
}

/** The measures that a goal counts, which its form for progress asks for; the amount where it counts none. */
export function countedBy(goal: Targets): (keyof Contribution)[] {
  const isCounted = {
    amount: Boolean(amountTarget(goal) || goal.amount_per_log),
    distance: Boolean(goal.distance),
    duration: goal.duration > 0
  }
  const counted = (['amount', 'distance', 'duration'] as const).filter(kind => isCounted[kind])
  return counted.length > 0 ? counted : ['amount']
}
