/** Cancelling a session that has not begun, by its host or because nobody will start it any more (D-139). */
import { refuse } from '../../domain/lib/refusal.ts'
import { isForsaken, mayCancel } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockGoalsInRoom } from '../progress/lock-rows.ts'
import { detachGoals } from '../progress/totals.ts'
import type { RecordEvent, SessionRow } from '../realtime/room-rows.ts'
import { forgetRemindersOf } from '../reminders/reminder-rows.ts'
import { listForsaken } from './queries.ts'
import { requireHost, updateSessionRow } from './session-rows.ts'

/** By its host or a site admin. Nothing is refunded, and twice is the same as once. */
export async function cancelSession(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  await deps.rooms.transact(sessionId, async (tx, record) => {
    const row = await deps.rooms.lock(tx, record, sessionId)
    await requireHost(tx, viewer, sessionId)
    if (row.cancelled_at !== null) return
    const may = mayCancel(row)
    if (!may.ok) refuse(may.refusal)
    await cancel(deps, tx, record, row)
  })
}

/** Cancels what nobody will start any more. */
export async function cancelForsaken(deps: Dependencies): Promise<void> {
  for (const id of await listForsaken(deps.db, deps.clock.now())) {
    await deps.rooms.transact(id, async (tx, record) => {
      // Another node may have been first.
      const row = await deps.rooms.lock(tx, record, id)
      const state = { ...row, startsAt: row.started_at?.getTime() ?? null, changedAt: row.updated_at.getTime() }
      if (isForsaken(state, deps.clock.now())) await cancel(deps, tx, record, row)
    })
  }
}

/**
 * The row stays, because what people paid for in it stays in the ledger: joining, posts, and messages and logs from
 * before a reset, which stay their persons'. Attached goals come free (D-138).
 */
async function cancel(deps: Dependencies, tx: Transaction, record: RecordEvent, { id }: SessionRow): Promise<void> {
  const now = dateAt(deps.clock)
  await lockGoalsInRoom(tx, id, null)
  await detachGoals(tx, id, null, now)
  await forgetRemindersOf(tx, { session: id })
  const ended = { status: SessionStatus.Ended, ended_at: now }
  await updateSessionRow(tx, id, { ...ended, cancelled_at: now, updated_at: now })
  record(id, { type: 'update', data: { cancelled: true, status: ended.status, ended_at: now.toISOString() } })
}
