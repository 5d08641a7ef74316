/**
 * Hosts control the parts of a session; participants set their own readiness and completion (D-74, D-76, D-78, D-94,
 * D-98).
 */

import { isAdmin } from '../../domain/accounts/user.ts'
import { participantsForAll } from '../../domain/activities/hidden.ts'
import { JOIN_FIRST, refuse } from '../../domain/lib/refusal.ts'
import type { Participant } from '../../domain/sessions/api.ts'
import { movePart, type PartMove, skipPart } from '../../domain/sessions/parts.ts'
import { mayComplete, readyAfter } from '../../domain/sessions/people/readiness.ts'
import { reset } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import {
  findParticipant,
  findPresent,
  type ParticipantRow,
  staysOf,
  updateEveryParticipant,
  updateParticipant
} from '../progress/participant-rows.ts'
import { haltLogsOfSession } from '../progress/progress.ts'
import type { RecordEvent, SessionRow } from '../realtime/room-rows.ts'
import { hostChange } from './hosting/host-actions.ts'
import { recordOnSession, requireHost, sessionState } from './session-rows.ts'

/** Starts, pauses, resumes or completes a part, or takes back a skip. */
export function controlPart(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  partUuid: string,
  how: PartMove
): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row, state) =>
    movePart(state, partUuid, how, deps.clock.now(), await staysOf(tx, row))
  )
}

/**
 * Skips a part.
 * @param seenSet the set of its group that the host saw, so that two presses skip once
 */
export function skip(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  partUuid: string,
  seenSet: number | undefined
): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row, state) =>
    skipPart(state, partUuid, deps.clock.now(), await staysOf(tx, row), seenSet)
  )
}

/** Sets readiness; null toggles it. The session does not start when everyone is ready: the host decides (D-76). */
export function setReady(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  ready: boolean | null
): Promise<Participant> {
  return memberChange(deps, viewer, sessionId, async (tx, _record, row, member) => {
    const outcome = readyAfter(row, member.is_ready, ready)
    if (!outcome.ok) return refuse(outcome.refusal)
    await updateParticipant(tx, member.id, { is_ready: outcome.value })
  })
}

/** Completes the session for the viewer and finishes their running logs; others continue. Repeating changes nothing. */
export function completeForMe(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<Participant> {
  return memberChange(deps, viewer, sessionId, async (tx, record, row, member) => {
    const may = mayComplete(row)
    if (!may.ok) refuse(may.refusal)
    await haltLogsOfSession(tx, record, { sessionId, userId: viewer.id }, 'complete', deps.clock.now())
    if (member.completed_at === null) await updateParticipant(tx, member.id, { completed_at: dateAt(deps.clock) })
  })
}

/** Resets a session to its beginning. Texts and finished logs stay (D-78). */
export async function resetSession(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  if (!isAdmin(viewer)) refuse({ kind: 'forbidden', message: 'Only a site admin can reset a session.' })
  await deps.rooms.change(sessionId, async (tx, record, row) => {
    const isByAdmin = await requireHost(tx, viewer, sessionId)
    await haltLogsOfSession(tx, record, { sessionId, userId: null }, 'reset', deps.clock.now())
    await updateEveryParticipant(tx, sessionId, { is_ready: false, completed_at: null })
    const state = reset(sessionState(row), deps.clock.now(), await staysOf(tx, row))
    await deps.rooms.save(tx, record, row, state)
    // A session that has not begun, as after a first try, has nothing to reset.
    if (!isByAdmin || row.status === SessionStatus.NotStarted) return
    await recordOnSession(tx, viewer, 'reset_session', sessionId, dateAt(deps.clock))
  })
}

async function memberChange(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  work: (tx: Transaction, record: RecordEvent, row: SessionRow, member: ParticipantRow) => Promise<void>
): Promise<Participant> {
  return deps.rooms.change(sessionId, async (tx, record, row) => {
    const member = (await findPresent(tx, sessionId, viewer.id)) ?? refuse({ kind: 'forbidden', message: JOIN_FIRST })
    await work(tx, record, row, member)
    const participant = await findParticipant(tx, sessionId, viewer.id)
    if (!participant) throw new Error('the participant is gone')
    record(sessionId, { type: 'update', data: { participants: participantsForAll(row.plan, [participant]) } })
    return participant
  })
}
