/**
 * Moves logs and updates the totals they count for: the goal, and in a session the participant and the room. Each total
 * changes by the difference of `contribution` before and after. The caller has locked the room, then the goal. Many
 * logs take as many statements as one, and each room gets one event.
 */

import { refuse } from '../../domain/lib/refusal.ts'
import { allow, type Result } from '../../domain/lib/result.ts'
import { advanceLog, completeLog, dueAt, type LogState, LogStatus, resetLog, stopLog } from '../../domain/logs/log.ts'
import type { Transaction } from '../db/database.ts'
import type { RecordEvent } from '../realtime/room-rows.ts'
import { lockGoalsInRoom } from './lock-rows.ts'
import { type LogRow, lockLog, logColumns, type NewLog, updateLogRow, updateLogStates } from './log-rows.ts'
import { lockOpenLogs } from './open-log-rows.ts'
import { addToTotals, applyChanges, deleteEmptyTotals, recordProgress } from './totals.ts'
import { logState } from './wire-log.ts'

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

/** Applies a rule to the log as it is at `now`: a timer may have run out since the row was written. */
function applyRule(state: LogState, rule: LogRule, now: number): LogState {
  const outcome = rule(advanceLog(state, now), now)
  return outcome.ok ? outcome.value : refuse(outcome.refusal)
}
