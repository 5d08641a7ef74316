/**
 * Applies the server's response about a log to every loaded page: the lists of logs, the timers on the goal and its
 * buttons, and the totals.
 */
import { type Goal, goalLogsPage, goalNotesPage, goalPage, myGoalsPage } from '../../domain/goals/api.ts'
import type { Log } from '../../domain/logs/api.ts'
import type { GoalTotals } from '../../domain/logs/goal-totals.ts'
import { dueAt, isCounting, LogStatus } from '../../domain/logs/log.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import { sessionGoalsPage } from '../../domain/session-goals/api.ts'
import { sessionLogsPage } from '../../domain/sessions/api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { changePages } from '../lib/page-cache.ts'
import { noteOwnTimerChange, noteTimer } from './running-timers.ts'

/** Pages that list the user's goals. */
const GOAL_LISTS = [myGoalsPage, sessionGoalsPage, todayPage] as const
/** Pages of one goal. */
const GOAL_PAGES = [goalPage, goalLogsPage, goalNotesPage] as const
const LOG_LISTS = [...GOAL_PAGES, myLogsPage, sessionLogsPage] as const

export function changeGoal(id: number, change: (goal: Goal) => Goal): void {
  changeGoalLists(goals => goals.map(goal => (goal.id === id ? change(goal) : goal)))
  changePages(GOAL_PAGES, data => (data.goal.id === id ? { ...data, goal: change(data.goal) } : data))
}

export function dropGoal(id: number): void {
  changeGoalLists(goals => goals.filter(goal => goal.id !== id))
}

function changeGoalLists(change: (goals: Goal[]) => Goal[]): void {
  changePages(GOAL_LISTS, data => ({ ...data, my_goals: change(data.my_goals) }))
}

type SessionLogListener = (session: number, taskUuid: string, log: Log) => void
const sessionListeners = new Set<SessionLogListener>()

/** Calls the listener for each changed log on a goal of a session, because the session's pages show its timers. */
export function onSessionLog(listener: SessionLogListener): void {
  sessionListeners.add(listener)
}

export function applyLog(log: Log, totals: GoalTotals | null): void {
  noteOwnTimerChange()
  noteTimer(log, dueAt(log))
  if (log.goal_id !== null) changeGoal(log.goal_id, goal => withTimer({ ...goal, ...totals }, log))
  reportSessionLog(log)
  changePages(LOG_LISTS, data => ({
    ...data,
    logs: withLog(data.logs, log, 'goal' in data ? data.goal : undefined)
  }))
}

export function dropLog(log: Log, totals: GoalTotals | null): void {
  noteOwnTimerChange()
  noteTimer(log, null)
  // A deleted timer adds no time.
  reportSessionLog({ ...log, status: LogStatus.Done, elapsed_duration: 0 })
  if (log.goal_id !== null) changeGoal(log.goal_id, goal => without({ ...goal, ...totals }, log.id))
  changePages(LOG_LISTS, data => ({ ...data, logs: data.logs.filter(one => one.id !== log.id) }))
}

/** Applies a timer that reached its end. The server counts it as done from then on. */
export function settleLog(log: Log, done: Log): void {
  const over: Log = { ...done, elapsed_duration: log.duration ?? 0, remaining_duration: 0 }
  const ran = over.elapsed_duration - log.elapsed_duration
  if (log.goal_id !== null) {
    changeGoal(log.goal_id, goal => {
      const counted = openLogs(goal).some(one => one.id === log.id && one.status === LogStatus.Active)
      return counted
        ? {
            ...goal,
            duration_elapsed: goal.duration_elapsed + ran,
            period: goal.period && { ...goal.period, duration: goal.period.duration + ran }
          }
        : goal
    })
  }
  applyLog(over, null)
}

function reportSessionLog(log: Log): void {
  if (log.challenge_event_id === null || log.task_uuid === null) return
  for (const listener of sessionListeners) listener(log.challenge_event_id, log.task_uuid, log)
}

/** All running or paused timers of a goal, each once. */
export function openLogs(goal: Goal): Log[] {
  const found = [goal.activeLog, ...goal.quick_log_buttons.map(button => button.activeLog)].filter(log => log !== null)
  return [...new Map(found.map(log => [log.id, log])).values()]
}

/** Adds a new log first, on the pages of its goal. */
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
