/**
 * Moves logs and the totals that they belong to: those of a goal and, in a session, of its participant and room change
 * by the difference of `contribution` before and after. The caller has locked the room, then the goal. Many logs take as
 * many statements as one, and each room gets one event.
 */

import { refuse } from '../../domain/lib/refusal.ts'
import { allow, type Result } from '../../domain/lib/result.ts'
import {
  advanceLog,
  type Contribution,
  completeLog,
  contribution,
  dueAt,
  type LogState,
  LogStatus,
  resetLog,
  stopLog
} from '../../domain/logs/log.ts'
import type { Transaction } from '../db/database.ts'
import type { RecordEvent } from '../realtime/room-rows.ts'
import {
  deleteLogsByGoal,
  type LogRow,
  listInRoomsByGoal,
  lockLog,
  lockOpenLogs,
  logColumns,
  logState,
  type NewLog,
  updateLogRow,
  updateLogStates
} from './log-rows.ts'
import type { FoundParticipant } from './participant-rows.ts'
import { addToTotals, type Change, forgetEmptyTotals, recordProgress } from './totals.ts'

/** A rule of the domain, given a log as it is by now. */
export type LogRule = (state: LogState, now: number) => Result<LogState>

/** Moves one log by a rule; `change` are columns that no rule minds. */
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
  if (updated.action === row.action) {
    await count(tx, record, [changeOf(updated, before, after)])
    return
  }
  // Totals are kept by action too: what was counted under the old one moves to the new one.
  await addToTotals(tx, [
    { log: row, by: negative(contribution(before)), logs: 0 },
    { log: updated, by: contribution(after), logs: 0 }
  ])
  await forgetEmptyTotals(tx, row)
  await recordProgress(tx, record, [row, updated])
}

/** Moves locked logs by one rule. Refuses all when the rule refuses one. */
export async function moveLogs(
  tx: Transaction,
  record: RecordEvent,
  rows: LogRow[],
  rule: LogRule,
  now: number
): Promise<void> {
  const moved: { row: LogRow; after: LogState; change: Change }[] = []
  for (const row of rows) {
    const before = logState(row)
    const after = applyRule(before, rule, now)
    if (after !== before) moved.push({ row, after, change: changeOf(row, before, after) })
  }
  if (moved.length === 0) return
  await updateLogStates(
    tx,
    moved.map(({ row, after }) => ({ id: row.id, ...logColumns(after, dueAt(after)), updated_at: new Date(now) }))
  )
  await count(
    tx,
    record,
    moved.map(({ change }) => change)
  )
}

/** Completes what still runs on a goal, whose row the caller has locked (D-50). */
export async function finishLogsOfGoal(
  tx: Transaction,
  record: RecordEvent,
  goalId: number,
  now: number
): Promise<void> {
  await moveLogs(tx, record, await lockOpenLogs(tx, { goalId }), completeLog, now)
}

/**
 * Ends what still runs in a session that the caller has locked: for one person who leaves or is done, or for all.
 * @param at when it ended, for a session whose end is noticed late
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
  await moveLogs(tx, record, await lockOpenLogs(tx, where), rule, at)
}

/** Deletes them all and takes what they counted out of their rooms, which the caller has locked, like the goal. */
export async function deleteLogsOfGoal(tx: Transaction, record: RecordEvent, goalId: number, now: Date): Promise<void> {
  const inRooms = await listInRoomsByGoal(tx, goalId)
  await deleteLogsByGoal(tx, goalId, now)
  const changes = inRooms.map(row => ({
    // The goal goes too, so its own totals stay as they are.
    log: { ...row, goal_id: null },
    by: negative(contribution(logState(row))),
    logs: -1 as const
  }))
  await count(tx, record, changes)
}

/** Adds to the totals that these logs belong to, and tells their rooms. Returns the participants. */
export async function count(tx: Transaction, record: RecordEvent, changes: Change[]): Promise<FoundParticipant[]> {
  await addToTotals(tx, changes)
  return recordProgress(
    tx,
    record,
    changes.map(({ log }) => log)
  )
}

/** Asked of the log as it is by now: a timer may have run out since the row was written. */
function applyRule(state: LogState, rule: LogRule, now: number): LogState {
  const outcome = rule(advanceLog(state, now), now)
  return outcome.ok ? outcome.value : refuse(outcome.refusal)
}

function changeOf(log: LogRow, before: LogState, after: LogState): Change {
  const was = contribution(before)
  const is = contribution(after)
  const by = {
    amount: is.amount - was.amount,
    distance: is.distance - was.distance,
    duration: is.duration - was.duration
  }
  return { log, by, logs: 0 }
}

export function negative({ amount, distance, duration }: Contribution): Contribution {
  return { amount: -amount, distance: -distance, duration: -duration }
}
