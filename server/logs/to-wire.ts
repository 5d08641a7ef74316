/** A log's row as the rules and the documents see it. */

import type { Log } from '../../domain/logs/api.ts'
import {
  advanceLog,
  contribution,
  elapsed,
  isTimed,
  type LogState,
  remaining,
  runningSeconds
} from '../../domain/logs/log.ts'
import { dateOf } from '../lib/stored-date.ts'
import type { LogRow, LogWithNames, NewLog } from './rows.ts'

export function stateOf(row: LogRow): LogState {
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

export function columnsOf(state: LogState, dueAt: number | null): Partial<NewLog> & { status: LogRow['status'] } {
  return {
    status: state.status,
    duration: state.duration,
    amount: state.amount,
    distance: state.distance,
    started_at: dateOf(state.started_at),
    ended_at: dateOf(state.ended_at),
    paused_at: dateOf(state.paused_at),
    elapsed_duration: state.elapsed_duration,
    due_at: dueAt === null ? null : new Date(dueAt)
  }
}

/** As it is at `now`: a timer that has run out since the row was written is shown as done. */
export function toWireLog({ log, username, goal, task }: LogWithNames, now: number): Log {
  const state = advanceLog(stateOf(log), now)
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
    created_at: log.created_at.toISOString(),
    updated_at: log.updated_at.toISOString(),
    goal: about ? { id: goal?.id ?? null, title: about.title, action: about.action, unit: about.unit } : null
  }
}

/** Seconds that an open log adds, at `now`, to the totals that are stored. */
export function unstoredSeconds(row: LogRow, now: number): number {
  const stored = stateOf(row)
  const current = advanceLog(stored, now)
  return contribution(current).duration - contribution(stored).duration + runningSeconds(current, now)
}

/** Three decimals, so that 0.1 + 0.2 reads 0.3. */
export function tidy(value: number): number {
  return Math.round(value * 1000) / 1000
}
