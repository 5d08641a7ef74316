/**
 * A goal that has to be done several times, shown as "n of m" (D-104). It blocks nothing and is derived from the totals.
 *
 * The rule that surprises: once done is `amount_per_log`, where the goal names it, and otherwise the whole of what the
 * goal asks for: "read 30 days, one a log, 30 times" is done 12 times after 12 days.
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
  /** What was done since the last completion; everything once there are enough. */
  rest: Contribution
  /** "2 of 3 times". */
  text: string
}

/**
 * How often a repeated goal was done, from the totals of its logs (D-104). Null for a goal that is done once, or that
 * names nothing to count.
 */
export function completions(goal: Repeated, total: Contribution): Completions | null {
  const required = goal.completions_required ?? 1
  const [what, once] = unitOf(goal)
  if (required <= 1 || once <= 0) return null
  // Ten times 0.1 is 1.
  const done = Math.floor(total[what] / once + 1e-9)
  const before = done < required ? done * once : 0
  const unit = what === 'amount' && once === 1 ? goal.unit : ''
  return {
    done,
    required,
    rest: {
      ...total,
      [what]: what === 'distance' ? roundMiles(total[what] - before) : Math.round((total[what] - before) * 1000) / 1000
    },
    text: `${numberText(done)} of ${amountText(required, unit)}`
  }
}

/**
 * Whether "n of m" already says what the amount would, since one completion is an amount of 1. The page then shows no
 * amount beside it.
 */
export function saysAmount(goal: Repeated): boolean {
  return unitOf(goal)[1] === 1 && unitOf(goal)[0] === 'amount'
}

/** The first thing that a goal asks for and how much of it in all, which its ring follows; null when it asks for nothing. */
export function wholeOf(goal: Targets): { kind: keyof Contribution; target: number } | null {
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
