/**
 * Moves one log and the totals that it belongs to: those of its goal and, in a session, of its participant and room
 * change by the difference of `contribution` before and after. The caller has locked the room, then the goal.
 */

import { refuse } from '../../domain/lib/refusal.ts'
import type { Result } from '../../domain/lib/result.ts'
import { advanceLog, type Contribution, contribution, dueAt, type LogState } from '../../domain/logs/log.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { addProgress } from '../goals/progress.ts'
import { dateAt } from '../lib/clock.ts'
import type { RecordEvent } from '../realtime/room-events.ts'
import { addToRoom, forgetEmptyTotals, recordProgress } from '../sessions/room-totals.ts'
import { lockLog, updateLogRow } from './queries.ts'
import type { LogRow, NewLog } from './rows.ts'
import { columnsOf, stateOf } from './to-wire.ts'

/** By a rule of the domain, asked of the log as it is by now; `change` are columns that no rule minds. */
export async function move(
  { clock }: Pick<Dependencies, 'clock'>,
  tx: Transaction,
  record: RecordEvent,
  id: number,
  rule: (state: LogState, now: number) => Result<LogState>,
  change: Partial<NewLog> = {}
): Promise<void> {
  const row = (await lockLog(tx, id)) ?? refuse({ kind: 'notFound' })
  const before = stateOf(row)
  const outcome = rule(advanceLog(before, clock.now()), clock.now())
  if (!outcome.ok) return refuse(outcome.refusal)
  const after = outcome.value
  if (after === before && Object.keys(change).length === 0) return
  const updated = await updateLogRow(tx, id, {
    ...columnsOf(after, dueAt(after)),
    ...change,
    updated_at: dateAt(clock)
  })
  const was = contribution(before)
  if (updated.action === row.action) {
    await count(tx, record, updated, difference(contribution(after), was), 0)
  } else {
    // Totals are kept by action too: what was counted under the old one moves to the new one.
    await count(tx, record, row, negative(was), 0)
    if (row.session_id !== null) await forgetEmptyTotals(tx, { ...row, session_id: row.session_id })
    await count(tx, record, updated, contribution(after), 0)
  }
}

/** Adds to the totals that this log belongs to. */
export async function count(
  tx: Transaction,
  record: RecordEvent,
  row: LogRow,
  change: Contribution,
  logs: number
): Promise<void> {
  if (row.goal_id !== null) await addProgress(tx, row.goal_id, change)
  if (row.session_id === null) return
  await addToRoom(tx, { ...row, session_id: row.session_id }, change, logs)
  await recordProgress(tx, record, row.session_id, row.user_id)
}

export function negative({ amount, distance, duration }: Contribution): Contribution {
  return { amount: -amount, distance: -distance, duration: -duration }
}

function difference(after: Contribution, before: Contribution): Contribution {
  return {
    amount: after.amount - before.amount,
    distance: after.distance - before.distance,
    duration: after.duration - before.duration
  }
}
