/**
 * The waitlist of a full session (D-151). Every change of a room that may free a place marks its list as due, in the same
 * statement. The transaction of that change settles the list before it commits (`rooms.ts`). Times that come by
 * themselves make the room late, and the sweep finds them.
 */

import { refuse } from '../../../domain/lib/refusal.ts'
import { needVisible } from '../../../domain/moderation/hidden.ts'
import type { WaitingPerson, WaitlistState } from '../../../domain/sessions/api.ts'
import { canHost } from '../../../domain/sessions/people/permissions.ts'
import { heldPlaces, offerEnd, passOn, settleWaitlist, waitCheck } from '../../../domain/sessions/people/waitlist.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import type { RoomEvent } from '../../../domain/socket/messages.ts'
import { tellInboxes } from '../../accounts/unread-rows.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { findMembership, findPresent } from '../../progress/participant-rows.ts'
import { insertRoomEvents, type RecordEvent, type SessionRow } from '../../realtime/room-rows.ts'
import { remind } from '../../reminders/reminder-rows.ts'
import { requireHost } from '../session-rows.ts'
import {
  deleteEntries,
  dueIfAny,
  findPosition,
  insertEntry,
  listEntries,
  updateCounts,
  updateEntries,
  updateEntry
} from './waitlist-rows.ts'

/** The parts of a session that a page shows of its waitlist. */
type Listed = Pick<SessionRow, 'id' | 'waiting_count' | 'waitlist_ended' | 'started_at'>

/**
 * Brings a locked room's list up to date. Returns the stored events, and the people whose inboxes changed, for
 * `tellInboxes` after the commit.
 * @param session as it is in the database now
 */
export async function settleList(
  tx: Transaction,
  deps: Pick<Dependencies, 'clock'>,
  session: SessionRow
): Promise<{ events: RoomEvent[]; told: string[] }> {
  const now = deps.clock.now()
  const { id: sessionId, status, started_at, participant_limit, participants_count } = session
  const before = await listEntries(tx, sessionId, now)
  const startsAt = started_at?.getTime() ?? null
  const hasEnded = status === SessionStatus.Ended
  const list = { status, startsAt, limit: participant_limit, people: participants_count, entries: before }
  const { entries, lapsed, offered, free, nextAt } = settleWaitlist(list, now)
  const gone = hasEnded ? before.map(({ user_id }) => user_id) : lapsed
  const kept = hasEnded ? [] : entries
  const counts = { held_places: heldPlaces(kept), waiting_count: kept.length }
  const waitlist_at = hasEnded || nextAt === null ? null : new Date(nextAt)
  const until = offerEnd(now, startsAt)
  const event = { type: 'update', data: newsOf({ ...session, ...counts }) } as const
  const [stored, toldOfOffer, toldOfPlace] = await Promise.all([
    insertRoomEvents(tx, sessionId, [event], new Date(now)),
    remind(tx, deps, { kind: 'place_offered', to: hasEnded ? [] : offered, sessionId, at: until, end: until }),
    remind(tx, deps, { kind: 'place_free', to: hasEnded ? [] : free, sessionId, at: now }),
    deleteEntries(tx, sessionId, gone),
    updateEntries(tx, sessionId, kept),
    updateCounts(tx, sessionId, { ...counts, waitlist_at })
  ])
  return { events: stored.events, told: [...toldOfOffer, ...toldOfPlace] }
}

/** The keys of an event that tell a room about its waitlist and its taken places. */
export function newsOf(
  session: Pick<SessionRow, 'participants_count' | 'held_places' | 'waiting_count' | 'waitlist_ended'>
) {
  const { held_places, waiting_count, waitlist_ended } = session
  return {
    participants_count: session.participants_count + held_places,
    held_places,
    waitlist: { is_open: waitlist_ended ? (0 as const) : (1 as const), waiting: waiting_count }
  }
}

/** Puts a person at the end of the line. Waiting twice changes nothing. */
export async function wait(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  code: string | null
): Promise<void> {
  const now = deps.clock.now()
  await deps.rooms.change(sessionId, async (tx, record, session) => {
    needVisible(session, null)
    const [member, mine] = [
      await findMembership(tx, sessionId, viewer.id),
      await findPosition(tx, sessionId, viewer.id)
    ]
    const visitor = { signedIn: true, joined: member?.left_at === null, removed: member?.removed_at != null, code }
    const taken = session.participants_count + session.held_places
    const refusal = waitCheck(
      { ...session, participants_count: taken },
      { ...visitor, isGuest: viewer.guest_name !== null, waits: mine !== null }
    )
    if (refusal === 'already') return
    if (refusal) refuse(refusal)
    await insertEntry(tx, sessionId, viewer.id, new Date(now))
    await storeCounts(tx, record, { ...session, waiting_count: session.waiting_count + 1 })
  })
}

/** Takes a person off the list and gives up their offer. Twice changes nothing more. */
export async function waitNoLonger(deps: Dependencies, userId: number, sessionId: number): Promise<void> {
  await deps.rooms.transact(sessionId, async (tx, record) => {
    const session = await deps.rooms.lock(tx, record, sessionId)
    await takeOff(tx, record, session, userId)
  })
}

/** Takes a person off the list of a locked room. */
export async function takeOff(
  tx: Transaction,
  record: RecordEvent,
  session: SessionRow,
  userId: number
): Promise<void> {
  if (session.waiting_count === 0) return
  const mine = await findPosition(tx, session.id, userId)
  if (!mine) return
  await deleteEntries(tx, session.id, [userId])
  const held_places = session.held_places - (mine.opens_at === null ? 0 : 1)
  await storeCounts(tx, record, { ...session, held_places, waiting_count: session.waiting_count - 1 })
}

/** Ends the list, or opens it again. Offers stay, and everyone else on the list gets a reminder that it has ended. */
export async function setOpen(deps: Dependencies, viewer: SignedIn, sessionId: number, isOpen: boolean): Promise<void> {
  const told = await deps.rooms.change(sessionId, async (tx, record, session) => {
    await requireHost(tx, viewer, sessionId)
    if (session.status === SessionStatus.Ended) refuse({ kind: 'conflict', message: 'This session has ended.' })
    if (session.waitlist_ended === !isOpen) return []
    const now = deps.clock.now()
    const entries = isOpen ? [] : await listEntries(tx, sessionId, now)
    const gone = entries.filter(({ opens_at }) => opens_at === null).map(({ user_id }) => user_id)
    await deleteEntries(tx, sessionId, gone)
    const waiting_count = session.waiting_count - gone.length
    await storeCounts(tx, record, { ...session, waitlist_ended: !isOpen, waiting_count })
    return remind(tx, deps, { kind: 'waitlist_ended', to: gone, sessionId, actorId: viewer.id, at: now })
  })
  tellInboxes(deps, told)
}

/** Moves a person to the front of the line. The list shows the reason. */
export async function moveToFront(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  { username, reason }: { username: string; reason: string }
): Promise<void> {
  await deps.rooms.change(sessionId, async (tx, record, session) => {
    await requireHost(tx, viewer, sessionId)
    const entries = await listEntries(tx, sessionId, deps.clock.now())
    const one = entries.find(entry => entry.username.toLowerCase() === username.toLowerCase())
    if (!one) return refuse({ kind: 'notFound', message: 'This person isn’t on the waitlist.' })
    if (one.opens_at !== null) refuse({ kind: 'conflict', message: 'This person has an offer already.' })
    const front = entries[0]?.user_id === one.user_id ? one.rank : (entries[0]?.rank ?? one.rank) - 1
    if (front === one.rank && reason === one.moved_reason) return
    await updateEntry(tx, sessionId, one.user_id, { rank: front, moved_reason: reason })
    await storeCounts(tx, record, session)
  })
}

/** Gives the offers of people without tokens to the next in line, where somebody else waits. */
export async function passOffersOn(
  deps: Pick<Dependencies, 'clock'>,
  tx: Transaction,
  sessionId: number,
  people: number[]
): Promise<number> {
  let passed = 0
  for (const user of people) {
    const ranks = passOn(await listEntries(tx, sessionId, deps.clock.now()), user)
    if (!ranks) continue
    for (const { user_id, rank } of ranks) await updateEntry(tx, sessionId, user_id, { rank })
    await updateEntry(tx, sessionId, user, { opens_at: null, told_at: null })
    passed++
  }
  return passed
}

/** Stores the counts of a changed list, and lets the end of the transaction settle it. */
export async function storeCounts(tx: Transaction, record: RecordEvent, session: SessionRow): Promise<void> {
  const { held_places, waiting_count, waitlist_ended } = session
  await updateCounts(tx, session.id, {
    held_places,
    waiting_count,
    waitlist_ended,
    waitlist_at: dueIfAny(waiting_count)
  })
  record(session.id, { type: 'update', data: newsOf(session) })
}

/** The state of the list for the viewer's page. */
export async function stateOf(
  { db }: Pick<Dependencies, 'db'>,
  session: Listed,
  viewer: Pick<SignedIn, 'id'> | null
): Promise<WaitlistState> {
  const { id, waiting_count: waiting, waitlist_ended } = session
  const mine = viewer && waiting > 0 ? await findPosition(db, id, viewer.id) : null
  return {
    is_open: waitlist_ended ? 0 : 1,
    waiting,
    mine: mine && { position: mine.position, offered_until: untilOf(mine.opens_at, session) }
  }
}

/** The list for hosts, and for those who are on it. Refuses everyone else. */
export async function listWaiting(deps: Dependencies, viewer: SignedIn, session: SessionRow): Promise<WaitingPerson[]> {
  const { db, clock } = deps
  const entries = await listEntries(db, session.id, clock.now())
  const mayRead =
    entries.some(({ user_id }) => user_id === viewer.id) ||
    canHost(viewer, await findPresent(db, session.id, viewer.id))
  if (!mayRead) refuse({ kind: 'forbidden', message: 'Only the host and people who wait can see the waitlist.' })
  return entries.map(({ username, created_at, moved_reason, opens_at }) => ({
    username,
    since: created_at.toISOString(),
    moved_reason,
    offered_until: untilOf(opens_at, session)
  }))
}

function untilOf(opensAt: number | null, { started_at }: Pick<SessionRow, 'started_at'>): string | null {
  return opensAt === null ? null : new Date(offerEnd(opensAt, started_at?.getTime() ?? null)).toISOString()
}
