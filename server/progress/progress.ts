/**
 * Moves logs and updates the totals they count for: the goal, and in a session the participant and the room. Each total
 * changes by the difference of `contribution` before and after. The caller has locked the room, then the goal. Many
 * logs take as many statements as one, and each room gets one event.
 */

import { refuse } from '../../domain/lib/refusal.ts'
import { allow, type Result } from '../../domain/lib/result.ts'
import {
  advanceLog,
  completeLog,
  dueAt,
  isOpenTimer,
  type LogState,
  LogStatus,
  resetLog,
  stopLog
} from '../../domain/logs/log.ts'
import { sessionOf, templateOf } from '../../domain/session-goals/attach.ts'
import type { Transaction } from '../db/database.ts'
import type { GoalRow } from '../goals/goal-rows.ts'
import type { RecordEvent } from '../realtime/room-rows.ts'
import { takeOutOfDays } from './day-rows.ts'
import { lockGoalsInRoom } from './lock-rows.ts'
import {
  deleteLogsByGoal,
  type LogRow,
  leaveLogsToPlans,
  listInRoomsByGoal,
  lockLog,
  lockOpenLogs,
  logColumns,
  logState,
  type NewLog,
  restoreLogsByGoal,
  takeLogsFromPlan,
  updateLogRow,
  updateLogStates
} from './log-rows.ts'
import { addToRooms, addToTotals, applyChanges, deleteEmptyTotals, recordProgress, recountGoal } from './totals.ts'

/** A rule of the domain. It gets the log as it is at `now`. */
export type LogRule = (state: LogState, now: number) => Result<LogState>

/** Moves one log by a rule. `change` has columns that rules ignore. */
export async function moveLog(
  tx: Transaction,
  record: RecordEvent,
  id: number,
  rule: LogRule,
  now: number,
  change: Partial<NewLog> = {}
): Promise<void> {
  const row = (await lockLog(tx, id)) ?? refuse({ kind: 'notFound' })
  const before = logState(row)
  const after = applyRule(before, rule, now)
  if (after === before && Object.keys(change).length === 0) return
  const updated = await updateLogRow(tx, id, {
    ...logColumns(after, dueAt(after)),
    ...change,
    updated_at: new Date(now)
  })
  if (updated.action === row.action && updated.day === row.day) {
    await applyChanges(tx, record, [{ log: updated, was: before, is: after }])
    return
  }
  // Totals are also kept by action and by day, so the counts move from the old one to the new one.
  await addToTotals(tx, [
    { log: row, was: before, is: null },
    { log: updated, was: null, is: after }
  ])
  await deleteEmptyTotals(tx, row)
  await recordProgress(tx, record, [row, updated], [{ log: updated, was: before, is: after }])
}

/** Moves locked logs by one rule. Refuses all when the rule refuses one. */
export async function moveLogs(
  tx: Transaction,
  record: RecordEvent,
  rows: LogRow[],
  rule: LogRule,
  now: number
): Promise<void> {
  const moved: { row: LogRow; was: LogState; after: LogState }[] = []
  for (const row of rows) {
    const before = logState(row)
    const after = applyRule(before, rule, now)
    if (after !== before) moved.push({ row, was: before, after })
  }
  if (moved.length === 0) return
  await updateLogStates(
    tx,
    moved.map(({ row, after }) => ({ id: row.id, ...logColumns(after, dueAt(after)), updated_at: new Date(now) }))
  )
  await applyChanges(
    tx,
    record,
    moved.map(({ row, was, after }) => ({ log: row, was, is: after }))
  )
}

/** Completes the timers that still run on a goal, whose row the caller has locked (D-50). */
export async function finishLogsOfGoal(
  tx: Transaction,
  record: RecordEvent,
  goalId: number,
  now: number
): Promise<void> {
  await moveLogs(tx, record, await lockOpenLogs(tx, { goalId }), completeLog, now)
}

/**
 * Ends the timers that still run in a session that the caller has locked: those of one person who leaves or completes,
 * or everyone's. Locks their goals in the room first.
 * @param at when the timers ended; earlier than now when the end of the session is noticed late
 */
export async function haltLogsOfSession(
  tx: Transaction,
  record: RecordEvent,
  where: { sessionId: number; userId: number | null },
  how: 'complete' | 'stop' | 'reset',
  at: number
): Promise<void> {
  const rule: LogRule = (state, now) => {
    if (state.status === LogStatus.Done || state.started_at === null) return allow(state)
    if (how === 'reset') return allow(resetLog(state))
    return how === 'complete' ? completeLog(state, now) : stopLog(state, now)
  }
  await lockGoalsInRoom(tx, where.sessionId, where.userId)
  await moveLogs(tx, record, await lockOpenLogs(tx, where), rule, at)
}

/**
 * Deletes a goal's logs and subtracts their counts from their rooms. The caller has locked the rooms and the goal. Logs
 * that also count for a plan's goal stay with the plan.
 */
export async function deleteLogsOfGoal(tx: Transaction, record: RecordEvent, goalId: number, now: Date): Promise<void> {
  await leaveLogsToPlans(tx, goalId, now)
  const inRooms = await listInRoomsByGoal(tx, goalId)
  const ofDays = await deleteLogsByGoal(tx, goalId, now)
  const gone = inRooms.map(row => ({ log: row, was: logState(row), is: null }))
  await addToRooms(tx, gone)
  await takeOutOfDays(tx, goalId, ofDays)
  await recordProgress(tx, record, inRooms, gone)
}

/** Restores logs deleted by `deleteLogsOfGoal`. Timers that were running stop at the time of the deletion. */
export async function restoreLogsOfGoal(
  tx: Transaction,
  record: RecordEvent,
  goal: Pick<GoalRow, 'id' | 'user_id' | 'copied_from'> & { deleted_at: Date },
  now: Date
): Promise<void> {
  const sessionId = sessionOf(goal.copied_from)
  const taskUuid = sessionId === null ? null : templateOf(goal.copied_from, sessionId)
  if (sessionId !== null && taskUuid !== null) {
    await takeLogsFromPlan(tx, goal, { sessionId, taskUuid, leftAt: goal.deleted_at })
  }
  const rows = await restoreLogsByGoal(tx, goal.id, goal.deleted_at, now)
  await applyChanges(
    tx,
    record,
    rows.map(row => ({ log: row, was: null, is: logState(row) }))
  )
  const stopped: LogRule = state =>
    isOpenTimer(state, now.getTime()) ? stopLog(state, goal.deleted_at.getTime()) : allow(state)
  await moveLogs(tx, record, rows, stopped, goal.deleted_at.getTime())
  await recountGoal(tx, goal.id)
}

/** Applies a rule to the log as it is at `now`: a timer may have run out since the row was written. */
function applyRule(state: LogState, rule: LogRule, now: number): LogState {
  const outcome = rule(advanceLog(state, now), now)
  return outcome.ok ? outcome.value : refuse(outcome.refusal)
}
