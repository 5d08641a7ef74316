/** Cancels sessions that have not begun: by the host, or because nobody will start them any more (D-139). */
import { refuse } from '../../domain/lib/refusal.ts'
import type { Reason } from '../../domain/moderation/hidden.ts'
import { end, isAbandoned, mayCancel } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockGoalsInRoom } from '../progress/lock-rows.ts'
import { detachGoals } from '../progress/totals.ts'
import type { RecordEvent, SessionRow } from '../realtime/room-rows.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import { forgetRemindersOf } from '../reminders/reminder-rows.ts'
import { listAbandoned } from './queries.ts'
import { recordOnSession, requireHost, sessionState, updateSessionRow } from './session-rows.ts'

/** Cancels a session for its host or a site admin. Nothing is refunded. Cancelling twice changes nothing more. */
export async function cancelSession(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  await deps.rooms.transact(sessionId, async (tx, record) => {
    const row = await deps.rooms.lock(tx, record, sessionId)
    const isByAdmin = await requireHost(tx, viewer, sessionId)
    if (row.cancelled_at !== null) return
    const may = mayCancel(row)
    if (!may.ok) refuse(may.refusal)
    await cancel(deps, tx, record, row)
    if (isByAdmin) await recordOnSession(tx, viewer, 'delete', sessionId, dateAt(deps.clock))
  })
  await closeDeleted(deps, viewer, { kind: 'session', id: sessionId })
}

/** Deletes a session at any status for an admin: it ends, and appears nowhere. */
export async function deleteSession(deps: Dependencies, viewer: SignedIn, id: number, reason: Reason): Promise<void> {
  await deps.rooms.change(id, async (tx, record, row) => {
    const ended = end(sessionState(row), deps.clock.now())
    await cancel(deps, tx, record, ended.ok ? await deps.rooms.save(tx, record, row, ended.value) : row)
    const entry = { action: 'delete', subject: 'session', subjectId: id, after: { reason } } as const
    await recordAction(tx, viewer, entry, dateAt(deps.clock))
  })
  await closeDeleted(deps, viewer, { kind: 'session', id })
}

/** Cancels the sessions that nobody will start any more. */
export async function cancelAbandoned(deps: Dependencies): Promise<void> {
  for (const id of await listAbandoned(deps.db, deps.clock.now())) {
    await deps.rooms.transact(id, async (tx, record) => {
      // Another node may have cancelled it meanwhile.
      const row = await deps.rooms.lock(tx, record, id)
      const state = { ...row, startsAt: row.started_at?.getTime() ?? null, changedAt: row.updated_at.getTime() }
      if (isAbandoned(state, deps.clock.now())) await cancel(deps, tx, record, row)
    })
  }
}

/**
 * Keeps the row, because the ledger refers to it: people paid for joining and posts, and for messages and logs from
 * before a reset, which stay theirs. Detaches the attached goals (D-138).
 */
export async function cancel(deps: Dependencies, tx: Transaction, record: RecordEvent, row: SessionRow): Promise<void> {
  const { id } = row
  const now = dateAt(deps.clock)
  await lockGoalsInRoom(tx, id, null)
  await detachGoals(tx, id, null, now)
  await forgetRemindersOf(tx, { session: id })
  const ended_at = row.status === SessionStatus.Ended ? (row.ended_at ?? now) : now
  const ended = { status: SessionStatus.Ended, ended_at }
  await updateSessionRow(tx, id, { ...ended, cancelled_at: now, updated_at: now })
  record(id, { type: 'update', data: { cancelled: true, status: ended.status, ended_at: ended_at.toISOString() } })
}
