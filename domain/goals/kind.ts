/**
 * What kind of goal it is, told by its fields: nothing says it on the wire. A goal may ask for several things; its kind is
 * the first of them, which its progress follows.
 */
import { amountTarget, type Targets } from './targets.ts'

export const GOAL_KINDS = ['count', 'distance', 'time', 'checklist', 'intervals'] as const
export type GoalKind = (typeof GOAL_KINDS)[number]

/**
 * All that a goal asks for, its kind first; one that asks for nothing counts. An amount beside timers is how often they
 * are run (D-56).
 */
export function kindsOf(goal: Targets & { timers?: readonly unknown[] }): [GoalKind, ...GoalKind[]] {
  const isInterval = (goal.timers ?? []).length > 0
  const [first = 'count', ...others] = GOAL_KINDS.filter(kind => {
    if (kind === 'count') return !isInterval && amountTarget(goal) !== null
    if (kind === 'distance') return Boolean(goal.distance)
    if (kind === 'time') return goal.duration > 0
    if (kind === 'checklist') return (goal.list ?? []).length > 0
    return isInterval
  }).sort((a, b) => Number(b === 'intervals') - Number(a === 'intervals'))
  return [first, ...others]
}
