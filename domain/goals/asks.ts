/**
 * Whether a goal asks for something now, so that a reminder of it makes sense, and what is left to do.
 *
 * The rule that surprises: only a goal of a day asks again after a log on the same day. A goal of a week or a month, and
 * one that does not repeat, has had its day then.
 */
import { type Calendar, type Day, dayOf } from '../lib/day.ts'
import type { Contribution } from '../logs/log.ts'
import { ringTarget } from './completions.ts'
import { type GoalStatus, isOpenGoal } from './goal.ts'
import { pausedSince } from './pause.ts'
import { type Standable, standingOf } from './standing.ts'
import type { Targets } from './targets.ts'

export interface Askable extends Standable {
  status: GoalStatus
}

/**
 * Whether to remind of a goal on a day.
 * @param done the totals of the current period, or of the whole goal if it does not repeat
 * @param isLogged whether it has a log on this day, or a timer that runs
 */
export function asksFor(goal: Askable, done: Contribution, isLogged: boolean, today: Day, calendar: Calendar): boolean {
  if (!isOpenGoal(goal) || goal.is_limit) return false
  if (goal.repeats) {
    return standingOf(goal, done, today, calendar) === 'due' && (goal.repeats.every === 'day' || !isLogged)
  }
  const target = ringTarget(goal)
  const isReached = target !== null && done[target.kind] > target.target * (1 - 1e-9)
  const isOver = goal.ended_at !== null && dayOf(Date.parse(goal.ended_at), calendar) < today
  const isEarly = goal.started_at !== null && dayOf(Date.parse(goal.started_at), calendar) > today
  return !isLogged && !isReached && !isOver && !isEarly && pausedSince(goal.pauses, today) === null
}

/**
 * Returns what "Done" logs: the rest of the period, or one step of a goal that does not repeat. Null when nothing is
 * left.
 */
export function restOf(
  goal: Targets & { repeats: unknown },
  done: Contribution & { logs: number }
): Partial<Contribution> | null {
  if (!goal.repeats) return { amount: goal.amount_per_log ?? 1 }
  const target = ringTarget(goal)
  if (!target) return done.logs > 0 ? null : { amount: 1 }
  const left = target.target - done[target.kind]
  if (left <= target.target * 1e-9) return null
  return { [target.kind]: target.kind === 'duration' ? Math.ceil(left) : Math.round(left * 1000) / 1000 }
}
