/** Joining and leaving a session. */
import { participantsForAll } from '../../../domain/activities/hidden.ts'
import { allow, deny, type Result } from '../../../domain/lib/result.ts'
import type { Participant } from '../../../domain/sessions/api.ts'
import { settleTurns } from '../../../domain/sessions/parts.ts'
import { guestJoinCheck } from '../../../domain/sessions/people/guests.ts'
import { joinCheck } from '../../../domain/sessions/people/join.ts'
import { HOST, MEMBER, nextHost, roleOnEntering } from '../../../domain/sessions/people/permissions.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import type { SessionUpdate } from '../../../domain/socket/messages.ts'
import { takeUse } from '../../../domain/tokens/tokens.ts'
import { markUsed } from '../../activities/activity-rows.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import {
  findMembership,
  findMemberships,
  findParticipant,
  findParticipants,
  type ParticipantRow,
  staysOf,
  toWireSummary,
  updateParticipant
} from '../../progress/participant-rows.ts'
import { haltLogsOfSession } from '../../progress/progress.ts'
import { detachGoals } from '../../progress/totals.ts'
import type { RecordEvent, SessionRow } from '../../realtime/room-rows.ts'
import { type Decision, together } from '../../realtime/together.ts'
import { type NewEvent, recordEvents, thingAt } from '../../webhooks/event-rows.ts'
import { addToCount, listNamesIn, listPossibleHeirs } from '../queries.ts'
import { sessionState } from '../session-rows.ts'
import { insertParticipants, readmit } from './join-rows.ts'
import { newsOf, passOffersOn, storeCounts } from './waitlist.ts'
import { deleteEntries, findOffers } from './waitlist-rows.ts'

export interface Joined {
  participant: Participant
  left: number | null
}

export interface JoinWish {
  viewer: Pick<SignedIn, 'id' | 'guest_name'>
  code: string | null
  clientUuid: string | null
  /** Joining twice changes nothing, so it needs no key. */
  key: null
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
  /** The activity of the session, when the first people besides its host have joined. */
  const used: { activity: number; by: number }[] = []
  const outcomes = await together(deps, sessionId, wishes, async ({ tx, record, session, people }) => {
    const hasGuests = wishes.some(({ viewer }) => viewer.guest_name !== null)
    const [members, offers, names] = await Promise.all([
      findMemberships(tx, sessionId, people),
      session.waiting_count > 0 ? findOffers(tx, sessionId, people) : new Map<number, number | null>(),
      hasGuests ? listNamesIn(tx, [sessionId]) : ([] as string[])
    ])
    const hasOffer = (userId: number): boolean => offers.get(userId) != null
    /** People who could not pay for the place that they are offered. */
    const withoutTokens = new Set<number>()
    // Read with the lock held, so that people are announced in the order in which they joined.
    const now = dateAt(deps.clock)
    return {
      action: 'join',
      earlier: new Map<string, { row: Member; request_digest: null }>(),
      decide({ viewer, code, clientUuid }: JoinWish, purse, drafts): Result<Decision<Entering, Member>> {
        const user_id = viewer.id
        const before = members.get(user_id)
        const entering = drafts.find(({ row }) => row.user_id === user_id)
        const joined = before?.left_at === null || entering !== undefined
        const people = session.participants_count + drafts.length
        const comers = [...drafts.map(draft => draft.user_id), user_id]
        const held = session.held_places - comers.filter(hasOffer).length
        // People with an offer gave the code when they began to wait.
        const given = hasOffer(user_id) ? session.join_code : code
        const visitor = { signedIn: true, joined, removed: before?.removed_at != null, code: given }
        const refusal = joinCheck({ ...session, participants_count: people + held }, visitor)
        if (refusal === 'already') return allow(entering ?? { stored: { id: before?.id ?? 0, user_id } })
        const barred = refusal ?? guestJoinCheck(session, deps.config.hut, viewer, names)
        if (barred) return deny(barred)
        if (viewer.guest_name !== null) names.push(viewer.guest_name)
        // A regular of a series who declined this date has not paid for it.
        const owes = before?.owes === true && session.status !== SessionStatus.NotStarted
        const isFree = session.is_free || (before !== undefined && !owes)
        const use = isFree ? allow(null) : takeUse(purse, true)
        if (!use.ok && hasOffer(user_id)) withoutTokens.add(user_id)
        const role = roleOnEntering(people, viewer.guest_name !== null)
        return use.ok
          ? allow({
              user_id,
              row: { before, user_id, role, client_uuid: clientUuid, pays: use.value !== null },
              use: use.value
            })
          : use
      },
      insert: rows => enter(tx, session, rows, now, offers),
      async finish(entered: Member[]) {
        const found = await findParticipants(
          tx,
          people.map(user_id => ({ session_id: sessionId, user_id }))
        )
        const participants = new Map(found.map(({ user_id, participant }) => [user_id, participant]))
        const waited = entered.filter(({ user_id }) => offers.has(user_id)).length
        const passed = await passOffersOn(deps, tx, sessionId, [...withoutTokens])
        const after = {
          ...session,
          participants_count: session.participants_count + entered.length,
          held_places: session.held_places - entered.filter(({ user_id }) => hasOffer(user_id)).length - passed,
          waiting_count: session.waiting_count - waited
        }
        if (passed > 0) await storeCounts(tx, record, after)
        if (entered.length > 0) {
          // They joined at the same moment, so lists have them in the order of their rows.
          const inOrder = entered.toSorted((one, other) => one.id - other.id)
          const come = inOrder.flatMap(({ user_id }) => participants.get(user_id) ?? [])
          // When nobody waits any more, no settling follows that tells the room.
          recordPeople(record, after, { participants: come, ...(waited > 0 ? newsOf(after) : {}) })
        }
        await recordEvents(
          tx,
          deps,
          entered.flatMap(({ user_id }) => {
            const username = participants.get(user_id)?.username
            return username === undefined ? [] : [joinedEvent(deps, session, { user_id, username })]
          })
        )
        const by = entered.at(-1)?.user_id
        const isFirst = by !== undefined && session.participants_count < 2
        if (isFirst && session.activity_id !== null) used.push({ activity: session.activity_id, by })
        return ({ viewer }: JoinWish, _: Member, left: number | null) => {
          const participant = participants.get(viewer.id)
          if (!participant) throw new Error('the participant was not inserted')
          return allow({ participant, left })
        }
      }
    }
  })
  for (const { activity, by } of used) await markUsed(deps.db, activity, by)
  return outcomes
}

interface Entering {
  before: ParticipantRow | undefined
  user_id: number
  role: number
  client_uuid: string | null
  /** Whether the entry costs a use. */
  pays: boolean
}

interface Member {
  id: number
  user_id: number
}

async function enter(
  tx: Transaction,
  session: SessionRow,
  people: Entering[],
  now: Date,
  offers: ReadonlyMap<number, number | null>
): Promise<(Member | null)[]> {
  if (people.length === 0) return []
  const back = people.flatMap(({ before, ...person }) => (before ? [{ ...person, id: before.id }] : []))
  const come = people.filter(({ before }) => !before)
  const waited = people.map(({ user_id }) => user_id).filter(id => offers.has(id))
  const gone = { waiting: waited.length, held: waited.filter(id => offers.get(id) != null).length }
  const [ids] = await Promise.all([
    insertParticipants(tx, session, come, now),
    readmit(tx, back, now),
    deleteEntries(tx, session.id, waited),
    addToCount(tx, session.id, people.length, gone)
  ])
  return people.map(({ before, user_id }) => {
    const id = before?.id ?? ids.get(user_id)
    return id === undefined ? null : { id, user_id }
  })
}

function joinedEvent(
  deps: Dependencies,
  { id, slug, title, group_id }: SessionRow,
  { user_id, username }: { user_id: number; username: string }
): NewEvent {
  const data = { username, session: thingAt(deps, `/sessions/${slug}`, title), group: null }
  const whom = { session: id, group: group_id, by: user_id }
  return { type: 'member.joined', data, whom, subject: `session ${id}` }
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

/** Does everything that follows when a member leaves or a host removes them. */
export async function removeMember(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  session: SessionRow,
  member: ParticipantRow,
  news: { left: string[]; removed?: string[] }
): Promise<void> {
  const now = dateAt(deps.clock)
  await haltLogsOfSession(tx, record, { sessionId: session.id, userId: member.user_id }, 'stop', now.getTime())
  await detachGoals(tx, session.id, [member.user_id], now)
  await updateParticipant(tx, member.id, {
    left_at: now,
    is_ready: false,
    role: MEMBER,
    ...(member.role === HOST && !news.removed ? { was_host: true } : {}),
    ...(news.removed ? { removed_at: now } : {})
  })
  const participants_count = await addToCount(tx, session.id, -1)
  await passTurnOn(deps, tx, record, session)
  const promoted = await promoteHeir(tx, session.id)
  recordPeople(
    record,
    { ...session, participants_count },
    {
      ...news,
      left_at: now.toISOString(),
      ...(promoted ? { participants: [promoted] } : {})
    }
  )
}

/** Makes someone else host if nobody is, and returns them (D-73). */
export async function promoteHeir(tx: Transaction, sessionId: number): Promise<Participant | null> {
  const heir = nextHost(await listPossibleHeirs(tx, sessionId))
  if (!heir) return null
  await updateParticipant(tx, heir.id, { role: HOST })
  return findParticipant(tx, sessionId, heir.user_id)
}

/** Passes the turn on when a person leaves during a round, and stores where the turns are (D-93). */
async function passTurnOn(deps: Dependencies, tx: Transaction, record: RecordEvent, row: SessionRow): Promise<void> {
  const people = await staysOf(tx, row)
  if (people.length === 0 || row.status !== SessionStatus.Running) return
  const before = sessionState(row)
  const after = settleTurns(before, deps.clock.now(), people)
  if (after !== before) await deps.rooms.save(tx, record, row, after)
}

/** Records who came and who left, with the counts of the room. */
export function recordPeople(
  record: RecordEvent,
  room: Pick<SessionRow, 'id' | 'participants_count' | 'summary' | 'held_places' | 'plan'>,
  {
    participants = [],
    ...news
  }: Pick<SessionUpdate, 'participants' | 'left' | 'left_at' | 'removed' | 'held_places' | 'waitlist'>
): void {
  const summary = { ...toWireSummary(room), tasks: {} }
  const participants_count = room.participants_count + room.held_places
  const people = participants.length > 0 ? { participants: participantsForAll(room.plan, participants) } : {}
  record(room.id, { type: 'update', data: { ...news, ...people, participants_count, summary } })
}
