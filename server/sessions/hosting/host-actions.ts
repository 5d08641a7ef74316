/** Host actions on a session, with its row locked. */
import type { AuditAction } from '../../../domain/audit-log/entry.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Result } from '../../../domain/lib/result.ts'
import { end, type SessionState, start } from '../../../domain/sessions/session.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { staysOf } from '../../progress/participant-rows.ts'
import type { SessionRow } from '../../realtime/room-rows.ts'
import { recordOnSession, requireHost, sessionState } from '../session-rows.ts'

/** The host starts a waiting session, after a countdown in seconds (SES-067, SES-068). */
export function startByHand(deps: Dependencies, viewer: SignedIn, sessionId: number, countdown: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row, state) =>
    start(state, deps.clock.now(), await staysOf(tx, row), countdown)
  )
}

/** The host ends a session now for everyone (D-74). */
export function endForAll(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (_tx, _row, state) => end(state, deps.clock.now()), 'end_session')
}

/**
 * Changes the state of a session by a rule, for its host only. Locks the row and records an event.
 * @param audited the word of the audit log for an admin who does this to someone else's session
 */
export async function hostChange(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  rule: (tx: Transaction, row: SessionRow, state: SessionState) => Promise<Result<SessionState>>,
  audited: AuditAction = 'change'
): Promise<void> {
  await deps.rooms.change(sessionId, async (tx, record, row) => {
    const isByAdmin = await requireHost(tx, viewer, sessionId)
    const state = sessionState(row)
    const outcome = await rule(tx, row, state)
    if (!outcome.ok) return refuse(outcome.refusal)
    if (outcome.value === state) return
    await deps.rooms.save(tx, record, row, outcome.value)
    if (isByAdmin) await recordOnSession(tx, viewer, audited, sessionId, dateAt(deps.clock))
  })
}
