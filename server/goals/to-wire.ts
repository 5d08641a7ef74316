/** A goal's row as the documents spell it, with what was done so far. */
import type { Goal } from '../../domain/goals/api.ts'
import type { GoalTotals } from '../../domain/logs/api.ts'
import type { LogWithNames } from '../logs/rows.ts'
import { tidy, toWireLog, unstoredSeconds } from '../logs/to-wire.ts'
import type { GoalRow } from './progress.ts'
import type { GoalWithSession } from './queries.ts'

/** @param open the goal's running and paused logs */
export function toWireGoal({ goal, session }: GoalWithSession, openRows: LogWithNames[], now: number): Goal {
  const open = openRows.map(row => toWireLog(row, now)).filter(log => log.status === 1 || log.status === 3)
  const active = open.find(log => log.ql_button_uuid === null) ?? open[0] ?? null
  return {
    ...toWireTotals(goal, openRows, now),
    uuid: goal.uuid,
    title: goal.title,
    link: goal.link,
    content: goal.content,
    status: goal.status,
    action: goal.action,
    action_duration: goal.action_duration,
    duration: goal.duration,
    amount: goal.amount,
    amount_per_log: goal.amount_per_log,
    distance: goal.distance,
    unit: goal.unit,
    sets: goal.sets,
    is_interval: goal.is_interval ? 1 : 0,
    timers: goal.timers,
    is_list: goal.is_list ? 1 : 0,
    list: goal.list,
    quick_log_buttons: goal.quick_log_buttons.map(button => {
      const running = open.find(log => log.ql_button_uuid === button.uuid) ?? null
      return { ...button, active_log_id: running?.id ?? null, activeLog: running }
    }),
    completions_required: goal.completions_required,
    active_log_id: active?.id ?? null,
    activeLog: active,
    started_at: goal.started_at?.toISOString() ?? null,
    ended_at: goal.ended_at?.toISOString() ?? null,
    completed_at: goal.completed_at?.toISOString() ?? null,
    created_at: goal.created_at.toISOString(),
    challenge_event: session ? { id: session.id, title: session.title, path: `/sessions/${session.slug}` } : null
  }
}

/** Amounts count from the start of a log; the time of a log that still runs is added to what has been stored (D-52). */
export function toWireTotals(goal: GoalRow, open: LogWithNames[], now: number): GoalTotals {
  const running = open.reduce((sum, row) => sum + unstoredSeconds(row.log, now), 0)
  return {
    id: goal.id,
    amount_elapsed: tidy(goal.amount_done),
    distance_elapsed: tidy(goal.distance_done),
    duration_elapsed: Math.round(goal.duration_done + running),
    amount_remaining: goal.amount === null ? null : Math.max(0, tidy(goal.amount - goal.amount_done)),
    distance_remaining: goal.distance === null ? null : Math.max(0, tidy(goal.distance - goal.distance_done))
  }
}
