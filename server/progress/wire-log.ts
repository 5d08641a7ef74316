/** A log as the rules see it and as it goes over the wire, with the totals of its goal. */
import { roundMiles } from '../../domain/lib/distance.ts'
import type { Log } from '../../domain/logs/api.ts'
import type { GoalTotals } from '../../domain/logs/goal-totals.ts'
import {
  advanceLog,
  contribution,
  elapsed,
  isTimed,
  type LogState,
  remaining,
  runningSeconds
} from '../../domain/logs/log.ts'
import { threeDecimals } from '../lib/three-decimals.ts'
import type { GoalRow } from './goal-rows.ts'
import type { LogRow, LogWithNames } from './log-rows.ts'

/** A row in the form that the rules take. */
export function logState(row: Omit<LogRow, 'id'>): LogState {
  return {
    status: row.status,
    duration: row.duration,
    amount: row.amount,
    distance: row.distance,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    paused_at: row.paused_at?.toISOString() ?? null,
    elapsed_duration: row.elapsed_duration
  }
}

/** The log at `now`: a timer that ran out since the row was written is shown as done. */
export function toWireLog({ log, username, goal, task }: LogWithNames, now: number): Log {
  const state = advanceLog(logState(log), now)
  const about = goal ?? task
  return {
    id: log.id,
    uuid: log.uuid,
    goal_id: log.goal_id,
    challenge_event_id: log.session_id,
    task_uuid: log.task_uuid,
    ql_button_uuid: log.ql_button_uuid,
    title: log.title,
    content: log.content,
    action: log.action,
    amount: log.amount,
    distance: log.distance,
    duration: log.duration,
    status: state.status,
    is_timed: isTimed(state) ? 1 : 0,
    started_at: state.started_at,
    ended_at: state.ended_at,
    paused_at: state.paused_at,
    elapsed_duration: elapsed(state, now),
    remaining_duration: remaining(state, now),
    completions_required: about?.completions_required ?? null,
    username,
    day: log.day,
    created_at: log.created_at.toISOString(),
    updated_at: log.updated_at.toISOString(),
    goal: about ? { id: goal?.id ?? null, title: about.title, action: about.action, unit: about.unit } : null
  }
}

/** Seconds that an open log adds at `now` to the stored totals. */
export function unstoredSeconds(row: LogRow, now: number): number {
  const stored = logState(row)
  const current = advanceLog(stored, now)
  return contribution(current).duration - contribution(stored).duration + runningSeconds(current, now)
}

/** Amounts count from the start of a log; the time of a log that still runs is added to what has been stored (D-52). */
export function toWireTotals(
  goal: GoalRow,
  open: LogWithNames[],
  now: number,
  { period = null, clean = null }: Partial<Pick<GoalTotals, 'period' | 'clean'>> = {}
): GoalTotals {
  const running = open.reduce((sum, row) => sum + unstoredSeconds(row.log, now), 0)
  const { amount_done, distance_done, duration_done } = goal
  return {
    id: goal.id,
    amount_elapsed: threeDecimals(amount_done),
    distance_elapsed: roundMiles(distance_done),
    duration_elapsed: Math.round(duration_done + running),
    amount_remaining: goal.amount === null ? null : Math.max(0, threeDecimals(goal.amount - amount_done)),
    period: period && { ...period, duration: Math.round(period.duration + running) },
    clean,
    distance_remaining: goal.distance === null ? null : Math.max(0, roundMiles(goal.distance - distance_done))
  }
}
