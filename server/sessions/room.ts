import { refuse } from '../../domain/lib/refusal.ts'
import type { Result } from '../../domain/lib/result.ts'
import type { Participant } from '../../domain/sessions/api.ts'
import { joinCheck } from '../../domain/sessions/join.ts'
import { settleTurns } from '../../domain/sessions/parts.ts'
import { GUEST, HOST, heirOf, roleOnEntering } from '../../domain/sessions/permissions.ts'
import { end, type SessionState, start } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import {
  findMembership,
  findParticipant,
  type ParticipantRow,
  staysOf,
  toWireSummary
} from '../progress/participant-rows.ts'
import { haltLogsOfSession } from '../progress/progress.ts'
import { lockRoom, type RecordEvent, type SessionRow, withRoomEvents } from '../realtime/room-rows.ts'
import { spend } from '../tokens/ledger-rows.ts'
import { addToCount, freeGoals, insertParticipant, listPossibleHeirs, updateParticipant } from './queries.ts'
import { advanceIfLate, lockAsHost, saveStatus, sessionState } from './session-rows.ts'

interface Joined {
  participant: Participant
  left: number | null
}

/**
 * Joins in the documented order of checks (D-72). The last place is given once, because the row is locked; who was in
 * before comes back free of charge.
 */
export async function join(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  { code, clientUuid }: { code: string | null; clientUuid: string | null }
): Promise<Joined> {
  return withRoomEvents(deps, async (tx, record) => {
    const session = await advanceIfLate(deps, tx, record, await lockRoom(tx, sessionId))
    // Read with the lock held: who is heard of first has joined first.
    const now = dateAt(deps.clock)
    const before = await findMembership(tx, sessionId, viewer.id)
    const joined = before !== null && before.left_at === null
    const refusal = joinCheck(session, { signedIn: true, joined, removed: before?.removed_at != null, code })
    if (refusal !== null && refusal !== 'already') refuse(refusal)
    const left = refusal === 'already' ? null : await enter(tx, session, viewer, before, clientUuid, now)
    const participant = await findParticipant(tx, sessionId, viewer.id)
    if (!participant) throw new Error('the participant was not inserted')
    if (refusal !== 'already') await recordPeople(tx, record, sessionId, { participants: [participant] })
    return { participant, left }
  })
}

async function enter(
  tx: Transaction,
  session: SessionRow,
  viewer: SignedIn,
  before: ParticipantRow | null,
  client_uuid: string | null,
  now: Date
): Promise<number | null> {
  await addToCount(tx, session.id, 1)
  const role = roleOnEntering(session.participants_count)
  if (before) {
    await updateParticipant(tx, before.id, { left_at: null, joined_at: now, role, is_ready: false, client_uuid })
    return null
  }
  const id = await insertParticipant(tx, {
    session_id: session.id,
    user_id: viewer.id,
    client_uuid,
    role,
    charged: !session.is_free,
    joined_at: now
  })
  return session.is_free ? null : spend(tx, viewer.id, 'join', { ids: [id], inSession: true }, now)
}

/** The place is free again, own running logs stop, and somebody else becomes host if nobody is (D-73). */
export async function leave(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  await withRoomEvents(deps, async (tx, record) => {
    const session = await advanceIfLate(deps, tx, record, await lockRoom(tx, sessionId))
    const member = await findMembership(tx, sessionId, viewer.id)
    // Leaving twice is the same as once.
    if (!member || member.left_at !== null) return
    await goOut(deps, tx, record, session, member, { left: [viewer.username] })
  })
}

/** Everything that follows when a member is out, by leaving or by a host. The caller holds the room's lock. */
export async function goOut(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  session: SessionRow,
  member: ParticipantRow,
  news: { left: string[]; removed?: string[] }
): Promise<void> {
  const now = dateAt(deps.clock)
  await haltLogsOfSession(tx, record, { sessionId: session.id, userId: member.user_id }, 'stop', now.getTime())
  await freeGoals(tx, session.id, member.user_id, now)
  await updateParticipant(tx, member.id, {
    left_at: now,
    is_ready: false,
    role: GUEST,
    ...(news.removed ? { removed_at: now } : {})
  })
  await addToCount(tx, session.id, -1)
  await giveTurnOn(deps, tx, record, session)
  const heir = heirOf(await listPossibleHeirs(tx, session.id))
  if (heir) await updateParticipant(tx, heir.id, { role: HOST })
  const promoted = heir ? await findParticipant(tx, session.id, heir.user_id) : null
  await recordPeople(tx, record, session.id, {
    ...news,
    left_at: now.toISOString(),
    ...(promoted ? { participants: [promoted] } : {})
  })
}

/** Who leaves in the middle of a round gives the turn to the next; where the turns stand is written down (D-93). */
async function giveTurnOn(deps: Dependencies, tx: Transaction, record: RecordEvent, row: SessionRow): Promise<void> {
  const people = await staysOf(tx, row)
  if (people.length === 0 || row.status !== SessionStatus.Running) return
  const before = sessionState(row)
  const after = settleTurns(before, deps.clock.now(), people)
  if (after !== before) await saveStatus(deps, tx, record, row, after)
}

/** The host starts a session that waits for it (SES-067, SES-068). */
export function startByHand(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row) =>
    start(sessionState(row), deps.clock.now(), await staysOf(tx, row))
  )
}

/** For everybody, now (D-74). */
export function endForAll(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (_tx, row) => end(sessionState(row), deps.clock.now()))
}

/** What a host does to the state of a session: a rule, with the row locked, and news for the room. */
export async function hostChange(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  rule: (tx: Transaction, row: SessionRow) => Promise<Result<SessionState>>
): Promise<void> {
  await withRoomEvents(deps, async (tx, record) => {
    const row = await lockAsHost(deps, tx, record, viewer, sessionId)
    const outcome = await rule(tx, row)
    if (!outcome.ok) return refuse(outcome.refusal)
    await saveStatus(deps, tx, record, row, outcome.value)
  })
}

async function recordPeople(
  tx: Transaction,
  record: RecordEvent,
  sessionId: number,
  people: { participants?: Participant[]; left?: string[]; left_at?: string; removed?: string[] }
): Promise<void> {
  const room = await lockRoom(tx, sessionId)
  record(sessionId, {
    type: 'update',
    data: { ...people, participants_count: room.participants_count, summary: toWireSummary(room) }
  })
}
