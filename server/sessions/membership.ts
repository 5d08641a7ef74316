/** Joining and leaving a session. */
import type { Refusal } from '../../domain/lib/refusal.ts'
import { allow, deny, type Result } from '../../domain/lib/result.ts'
import type { Participant } from '../../domain/sessions/api.ts'
import { joinCheck } from '../../domain/sessions/join.ts'
import { settleTurns } from '../../domain/sessions/parts.ts'
import { GUEST, HOST, nextHost, roleOnEntering } from '../../domain/sessions/permissions.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Bucket } from '../../domain/tokens/tokens.ts'
import { markUsed } from '../activities/activity-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import {
  findMembership,
  findMemberships,
  findParticipant,
  findParticipants,
  type ParticipantRow,
  staysOf,
  toWireSummary,
  updateParticipant
} from '../progress/participant-rows.ts'
import { haltLogsOfSession } from '../progress/progress.ts'
import { detachGoals } from '../progress/totals.ts'
import type { RecordEvent, SessionRow } from '../realtime/room-rows.ts'
import { charge, lockBalances, takeUse } from '../tokens/ledger-rows.ts'
import { addToCount, insertParticipants, listPossibleHeirs, readmit } from './queries.ts'
import { sessionState } from './session-rows.ts'

export interface Joined {
  participant: Participant
  left: number | null
}

export interface JoinWish {
  viewer: SignedIn
  code: string | null
  clientUuid: string | null
}

/**
 * Lets in people who ask for the same session at once, in one transaction. Each person passes the documented checks in
 * order (D-72). The last place is given once, because the row is locked. People who were in before return free of
 * charge.
 */
export async function joinTogether(
  deps: Dependencies,
  sessionId: number,
  wishes: JoinWish[]
): Promise<Result<Joined>[]> {
  const { outcomes, used } = await joinIn(deps, sessionId, wishes)
  if (used) await markUsed(deps.db, used.activity, used.by)
  return outcomes
}

interface Joining {
  outcomes: Result<Joined>[]
  /** The activity of the session, when the first people besides its host have joined. */
  used: { activity: number; by: number } | null
}

function joinIn(deps: Dependencies, sessionId: number, wishes: JoinWish[]): Promise<Joining> {
  return deps.rooms.change(sessionId, async (tx, record, session) => {
    const people = [...new Set(wishes.map(({ viewer }) => viewer.id))]
    const [members, balances] = await Promise.all([
      findMemberships(tx, sessionId, people),
      lockBalances(tx, deps, people)
    ])
    // Read with the lock held, so that people are announced in the order in which they joined.
    const now = dateAt(deps.clock)
    const entering = new Map<number, Entering>()
    const refused = new Map<JoinWish, Refusal>()
    for (const wish of wishes) {
      const { id } = wish.viewer
      const before = members.get(id)
      const joined = before?.left_at === null || entering.has(id)
      const participants_count = session.participants_count + entering.size
      const visitor = { signedIn: true, joined, removed: before?.removed_at != null, code: wish.code }
      const refusal = joinCheck({ ...session, participants_count }, visitor)
      if (refusal === 'already') continue
      const balance = balances.get(id)
      if (!balance) throw new Error(`user ${id} has no balance`)
      const isFree = before !== undefined || session.is_free
      const paid = refusal ? deny(refusal) : isFree ? allow(null) : takeUse(balance, true)
      if (paid.ok) {
        const role = roleOnEntering(participants_count)
        entering.set(id, { before, user_id: id, role, client_uuid: wish.clientUuid, paid: paid.value })
      } else refused.set(wish, paid.refusal)
    }
    await enter(tx, session, [...entering.values()], now)
    const found = await findParticipants(
      tx,
      people.map(user_id => ({ session_id: sessionId, user_id }))
    )
    const participants = new Map(found.map(({ user_id, participant }) => [user_id, participant]))
    if (entering.size > 0) {
      const come = [...entering.keys()].flatMap(id => participants.get(id) ?? [])
      const participants_count = session.participants_count + entering.size
      recordPeople(record, { ...session, participants_count }, { participants: come })
    }
    const by = [...entering.keys()].at(-1)
    const isFirst = by !== undefined && session.activity_id !== null && session.participants_count < 2
    const outcomes = wishes.map(wish => {
      const refusal = refused.get(wish)
      if (refusal) return deny(refusal)
      const participant = participants.get(wish.viewer.id)
      if (!participant) throw new Error('the participant was not inserted')
      return allow({ participant, left: entering.get(wish.viewer.id)?.paid?.left ?? null })
    })
    return { outcomes, used: isFirst ? { activity: session.activity_id as number, by } : null }
  })
}

interface Entering {
  before: ParticipantRow | undefined
  user_id: number
  role: number
  client_uuid: string | null
  /** Null for a person who joins free of charge. */
  paid: { bucket: Bucket | null; left: number } | null
}

async function enter(tx: Transaction, session: SessionRow, people: Entering[], now: Date): Promise<void> {
  if (people.length === 0) return
  const back = people.flatMap(({ before, ...person }) => (before ? [{ ...person, id: before.id }] : []))
  const ids = await insertParticipants(
    tx,
    session,
    people.filter(({ before }) => !before),
    now
  )
  await Promise.all([
    readmit(tx, back, now),
    addToCount(tx, session.id, people.length),
    charge(
      tx,
      'join',
      people.flatMap(({ user_id, paid }) => {
        const subjectId = ids.get(user_id)
        return paid && subjectId ? [{ userId: user_id, bucket: paid.bucket, subjectId }] : []
      }),
      now
    )
  ])
}

/** Frees the place, stops the person's running logs, and makes someone else host if nobody is (D-73). */
export async function leave(
  deps: Dependencies,
  viewer: Pick<SignedIn, 'id' | 'username'>,
  sessionId: number
): Promise<void> {
  await deps.rooms.change(sessionId, async (tx, record, session) => {
    const member = await findMembership(tx, sessionId, viewer.id)
    // Leaving twice changes nothing more.
    if (!member || member.left_at !== null) return
    await removeMember(deps, tx, record, session, member, { left: [viewer.username] })
  })
}

/** Does everything that follows when a member leaves or a host removes them. Returns how many are still in. */
export async function removeMember(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  session: SessionRow,
  member: ParticipantRow,
  news: { left: string[]; removed?: string[] }
): Promise<number> {
  const now = dateAt(deps.clock)
  await haltLogsOfSession(tx, record, { sessionId: session.id, userId: member.user_id }, 'stop', now.getTime())
  await detachGoals(tx, session.id, member.user_id, now)
  await updateParticipant(tx, member.id, {
    left_at: now,
    is_ready: false,
    role: GUEST,
    ...(member.role === HOST && !news.removed ? { was_host: true } : {}),
    ...(news.removed ? { removed_at: now } : {})
  })
  const participants_count = await addToCount(tx, session.id, -1)
  await passTurnOn(deps, tx, record, session)
  const heir = nextHost(await listPossibleHeirs(tx, session.id))
  if (heir) await updateParticipant(tx, heir.id, { role: HOST })
  const promoted = heir ? await findParticipant(tx, session.id, heir.user_id) : null
  recordPeople(
    record,
    { ...session, participants_count },
    {
      ...news,
      left_at: now.toISOString(),
      ...(promoted ? { participants: [promoted] } : {})
    }
  )
  return participants_count
}

/** Passes the turn on when a person leaves during a round, and stores where the turns are (D-93). */
async function passTurnOn(deps: Dependencies, tx: Transaction, record: RecordEvent, row: SessionRow): Promise<void> {
  const people = await staysOf(tx, row)
  if (people.length === 0 || row.status !== SessionStatus.Running) return
  const before = sessionState(row)
  const after = settleTurns(before, deps.clock.now(), people)
  if (after !== before) await deps.rooms.save(tx, record, row, after)
}

function recordPeople(
  record: RecordEvent,
  room: Pick<SessionRow, 'id' | 'participants_count' | 'summary'>,
  people: { participants?: Participant[]; left?: string[]; left_at?: string; removed?: string[] }
): void {
  const summary = { ...toWireSummary(room), tasks: {} }
  record(room.id, { type: 'update', data: { ...people, participants_count: room.participants_count, summary } })
}
