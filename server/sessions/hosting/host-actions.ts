/** Host actions on a session, with its row locked. */
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Result } from '../../../domain/lib/result.ts'
import { end, type SessionState, start } from '../../../domain/sessions/session.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { staysOf } from '../../progress/participant-rows.ts'
import type { SessionRow } from '../../realtime/room-rows.ts'
import { requireHost, sessionState } from '../session-rows.ts'

/** The host starts a waiting session, after a countdown in seconds (SES-067, SES-068). */
export function startByHand(deps: Dependencies, viewer: SignedIn, sessionId: number, countdown: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row, state) =>
    start(state, deps.clock.now(), await staysOf(tx, row), countdown)
  )
}

/** The host ends a session now for everyone (D-74). */
export function endForAll(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (_tx, _row, state) => end(state, deps.clock.now()))
}

/** Changes the state of a session by a rule, for its host only. Locks the row and records an event. */
export async function hostChange(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  rule: (tx: Transaction, row: SessionRow, state: SessionState) => Promise<Result<SessionState>>
): Promise<void> {
  await deps.rooms.change(sessionId, async (tx, record, row) => {
    await requireHost(tx, viewer, sessionId)
    const state = sessionState(row)
    const outcome = await rule(tx, row, state)
    if (!outcome.ok) return refuse(outcome.refusal)
    if (outcome.value !== state) await deps.rooms.save(tx, record, row, outcome.value)
  })
}
