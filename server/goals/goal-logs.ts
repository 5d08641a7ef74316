/** The logs of a goal that is completed, deleted or restored. */
import { allow } from '../../domain/lib/result.ts'
import { completeLog, isOpenTimer, stopLog } from '../../domain/logs/log.ts'
import { sessionOf, templateOf } from '../../domain/session-goals/attach.ts'
import type { Transaction } from '../db/database.ts'
import { takeOutOfDays } from '../progress/day-rows.ts'
import type { GoalRow } from '../progress/goal-rows.ts'
import { lockOpenLogs } from '../progress/open-log-rows.ts'
import { type LogRule, moveLogs } from '../progress/progress.ts'
import { addToRooms, applyChanges, recordProgress, recountGoal } from '../progress/totals.ts'
import { logState } from '../progress/wire-log.ts'
import type { RecordEvent } from '../realtime/room-rows.ts'
import {
  deleteLogsByGoal,
  leaveLogsToPlans,
  listInRoomsByGoal,
  restoreLogsByGoal,
  takeLogsFromPlan
} from './goal-log-rows.ts'

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
