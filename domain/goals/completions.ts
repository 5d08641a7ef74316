/**
 * Completions of a goal that has to be done several times, shown as "n of m" (D-104). They are derived from the totals
 * and restrict nothing.
 *
 * The rule that surprises: one completion is `amount_per_log` when the goal has it, else the whole amount, distance or
 * time. "Read 30 days, one per log, 30 times" has 12 completions after 12 days.
 */

import { roundMiles } from '../lib/distance.ts'
import { amountText } from '../lib/duration.ts'
import { numberText } from '../lib/numbers.ts'
import type { Contribution } from '../logs/log.ts'
import { amountTarget, type Targets } from './targets.ts'

interface Repeated {
  completions_required?: number | null
  amount: number | null
  amount_per_log?: number | null
  distance: number | null
  /** Seconds. */
  duration: number
  unit: string
}

export interface Completions {
  done: number
  required: number
  /** The progress since the last completion; the whole total once there are enough completions. */
  sinceLast: Contribution
  /** "2 of 3 times". */
  text: string
}

/**
 * Returns the completions of a goal from the totals of its logs; null when it needs only one or has no measure (D-104).
 */
export function completions(goal: Repeated, total: Contribution): Completions | null {
  const required = goal.completions_required ?? 1
  const [what, once] = unitOf(goal)
  if (required <= 1 || once <= 0) return null
  // Tolerates rounding errors: ten times 0.1 must be 1.
  const done = Math.floor(total[what] / once + 1e-9)
  const before = done < required ? done * once : 0
  const unit = what === 'amount' && once === 1 ? goal.unit : ''
  return {
    done,
    required,
    sinceLast: {
      ...total,
      [what]: what === 'distance' ? roundMiles(total[what] - before) : Math.round((total[what] - before) * 1000) / 1000
    },
    text: `${numberText(done)} of ${amountText(required, unit)}`
  }
}

/**
 * Whether one completion is an amount of 1. Then "n of m" already shows the amount, and the page does not repeat it.
 */
export function showsAmount(goal: Repeated): boolean {
  return unitOf(goal)[1] === 1 && unitOf(goal)[0] === 'amount'
}

/**
 * Returns the measure that a goal's ring shows and its target over all completions; null for a goal without a target,
 * and for one to stay below.
 */
export function ringTarget(goal: Targets): { kind: keyof Contribution; target: number } | null {
  if (goal.is_limit) return null
  const required = goal.completions_required ?? 1
  const [repeated, once] = unitOf(goal)
  if (required > 1 && once > 0) return { kind: repeated, target: required * once }
  const amount = amountTarget(goal)
  if (amount) return { kind: 'amount', target: amount }
  if (goal.distance) return { kind: 'distance', target: goal.distance }
  return goal.duration > 0 ? { kind: 'duration', target: goal.duration } : null
}

function unitOf({ amount, amount_per_log, distance, duration }: Repeated): [keyof Contribution, number] {
  if (amount_per_log || amount) return ['amount', amount_per_log || amount || 0]
  return distance ? ['distance', distance] : ['duration', duration]
}
