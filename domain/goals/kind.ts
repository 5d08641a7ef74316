/**
 * The kind of a goal, derived from its fields because the API has no field for it. A goal may have several kinds; its
 * progress follows the first one.
 */
import { amountTarget, type Targets } from './targets.ts'

export const GOAL_KINDS = ['count', 'distance', 'time', 'checklist', 'intervals'] as const
export type GoalKind = (typeof GOAL_KINDS)[number]

/**
 * Returns all kinds of a goal, the main one first. A goal without any measure is of the kind count. With timers, the
 * amount is the number of times to run them and so gives no kind (D-56).
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
