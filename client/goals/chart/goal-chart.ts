import type { Goal } from '../../../domain/goals/api.ts'
import { chartOf, type GoalChart, type Progress } from '../../../domain/goals/chart.ts'
import { GoalStatus } from '../../../domain/goals/goal.ts'
import { dayOf, UTC } from '../../../domain/lib/day.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { useUser } from '../../lib/user.ts'

/** The chart of a goal in the person's days, up to the current total. Null when there is nothing to show. */
export function useGoalChart(goal: Goal, progress: Progress): GoalChart | null {
  const calendar = useUser() ?? UTC
  const { started_at, created_at, ended_at, completed_at, status } = goal
  const day = (date: string) => dayOf(Date.parse(date), calendar)
  const total = {
    amount: goal.amount_elapsed,
    distance: goal.distance_elapsed,
    duration: goal.duration_elapsed
  }
  return chartOf(goal, total, progress, {
    first: day(started_at ?? created_at),
    last: ended_at && day(ended_at),
    completed: status === GoalStatus.Completed ? completed_at && day(completed_at) : null,
    today: dayOf(serverNow(), calendar)
  })
}
