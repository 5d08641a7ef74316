/**
 * Brings what the server answered about a log into every page that shows it or its goal: the lists of logs, the timers
 * on the goal and its buttons, the totals.
 */
import type { Goal } from '../../domain/goals/api.ts'
import type { GoalTotals, Log } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { queryClient } from '../lib/query-client.ts'
import { isCounting } from './log-state.ts'

interface Shown {
  my_goals?: Goal[]
  goal?: Goal
  logs?: Log[]
}

export function changeGoal(id: number, change: (goal: Goal) => Goal): void {
  changePages(data => ({
    ...data,
    ...(data.my_goals && { my_goals: data.my_goals.map(goal => (goal.id === id ? change(goal) : goal)) }),
    ...(data.goal?.id === id && { goal: change(data.goal) })
  }))
}

export function applyLog(log: Log, totals: GoalTotals | null): void {
  if (log.goal_id !== null) changeGoal(log.goal_id, goal => withTimer({ ...goal, ...totals }, log))
  changePages(data => (data.logs ? { ...data, logs: withLog(data.logs, log, data.goal) } : data))
}

export function dropLog(log: Log, totals: GoalTotals | null): void {
  if (log.goal_id !== null) changeGoal(log.goal_id, goal => without({ ...goal, ...totals }, log.id))
  changePages(data => (data.logs ? { ...data, logs: data.logs.filter(one => one.id !== log.id) } : data))
}

/** A timer that reached its end: the server counts it as done from then on, and so does the page. */
export function settleLog(log: Log, done: Log): void {
  const over: Log = { ...done, elapsed_duration: log.duration ?? 0, remaining_duration: 0 }
  const ran = over.elapsed_duration - log.elapsed_duration
  if (log.goal_id !== null) {
    changeGoal(log.goal_id, goal => {
      const counted = openLogs(goal).some(one => one.id === log.id && one.status === LogStatus.Active)
      return counted ? { ...goal, duration_elapsed: goal.duration_elapsed + ran } : goal
    })
  }
  applyLog(over, null)
}

/** Every timer of a goal that runs or waits, each once. */
export function openLogs(goal: Goal): Log[] {
  const found = [goal.activeLog, ...goal.quick_log_buttons.map(button => button.activeLog)].filter(log => log !== null)
  return [...new Map(found.map(log => [log.id, log])).values()]
}

export function changePages(change: (data: Shown) => Shown): void {
  queryClient.setQueriesData<Shown | null>({ queryKey: ['page'] }, data => (data ? change(data) : data))
}

/** New ones come first, on the page of their goal. */
function withLog(logs: Log[], log: Log, goal: Goal | undefined): Log[] {
  if (logs.some(one => one.id === log.id)) return logs.map(one => (one.id === log.id ? log : one))
  return goal && goal.id === log.goal_id ? [log, ...logs] : logs
}

function withTimer(goal: Goal, log: Log): Goal {
  if (!isCounting(log)) return without(goal, log.id)
  const free = !goal.activeLog || goal.activeLog.id === log.id
  return {
    ...goal,
    ...(free ? { activeLog: log, active_log_id: log.id } : {}),
    quick_log_buttons: goal.quick_log_buttons.map(button =>
      button.uuid === log.ql_button_uuid ? { ...button, activeLog: log, active_log_id: log.id } : button
    )
  }
}

function without(goal: Goal, id: number): Goal {
  const none = { activeLog: null, active_log_id: null }
  return {
    ...goal,
    ...(goal.activeLog?.id === id ? none : {}),
    quick_log_buttons: goal.quick_log_buttons.map(button =>
      button.activeLog?.id === id ? { ...button, ...none } : button
    )
  }
}
