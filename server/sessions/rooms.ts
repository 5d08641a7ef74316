/**
 * Runs the changes of a session one after another, and first brings it to the status that is due by the rules of
 * `domain/sessions/session.ts` (SES-065..SES-075, D-82). Each change records events in the room. Places that it frees are
 * offered to those who wait, in the same transaction (D-151).
 */

import { participantsForAll } from '../../domain/activities/hidden.ts'
import { MOST_WAITING_IN_ROOM } from '../../domain/lib/limits.ts'
import { withoutName } from '../../domain/sessions/part-text.ts'
import { advance } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { NewRoomEvent, RoomEvent } from '../../domain/socket/messages.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies, Resources, Rooms } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { dateOf } from '../lib/given.ts'
import { createSlotsByKey } from '../lib/limits/slots.ts'
import { singleFlight } from '../lib/sharing/single-flight.ts'
import { lockRoom } from '../progress/lock-rows.ts'
import { findParticipant, staysOf } from '../progress/participant-rows.ts'
import { haltLogsOfSession } from '../progress/progress.ts'
import { detachGoals } from '../progress/totals.ts'
import { insertRoomEvents, type RecordEvent, type SessionRow } from '../realtime/room-rows.ts'
import { recordEvents, thingAt } from '../webhooks/event-rows.ts'
import { collectOwed } from './people/owed.ts'
import { settleList } from './people/waitlist.ts'
import { isLate, listRoomsEverOf, notCancelled, sessionState, updateSessionRow } from './session-rows.ts'

/**
 * The start or end of the room is due, or its waitlist. It needs a transaction of its own: an end locks goals and days of everyone, and
 * the caller still has to take locks that come before those.
 */
class RoomIsLate extends Error {
  readonly room: number

  constructor(room: number) {
    super('the room is late')
    this.room = room
  }
}

/** Creates the functions that change sessions. */
export function createRooms({
  db,
  hub,
  bus,
  clock,
  config
}: Pick<Dependencies, 'db' | 'hub' | 'bus' | 'clock' | 'config'>): Rooms {
  // Changes of one room wait for each other in this process, so that a room uses one connection, however many people
  // wait.
  const inTurn = createSlotsByKey<number>({ atOnce: 1, mostWaiting: MOST_WAITING_IN_ROOM })
  // Everyone in a room asks for this at the moment it ends, and one change serves them all.
  const settling = singleFlight<void>('done')

  async function inTransaction<Value>(
    work: (tx: Transaction, record: RecordEvent, settle: (session: SessionRow) => Promise<void>) => Promise<Value>
  ): Promise<Value> {
    const { done, told, reminded } = await db.transaction(async tx => {
      const events = new Map<number, NewRoomEvent[]>()
      const record: RecordEvent = (room, event) => {
        events.set(room, [...(events.get(room) ?? []), event])
      }
      const told: RoomEvent[][] = []
      const reminded: string[] = []
      const settle = async (session: SessionRow): Promise<void> => {
        const settled = await settleList(tx, { clock }, session)
        told.push(settled.events)
        reminded.push(...settled.told)
      }
      const done = await work(tx, record, settle)
      for (const [room, recorded] of events) {
        const stored = await insertRoomEvents(tx, room, recorded, dateAt(clock))
        told.push(stored.events)
        if (stored.waitlistAt === null || stored.waitlistAt.getTime() > clock.now()) continue
        await settle(await lockRoom(tx, room))
      }
      return { done, told, reminded }
    })
    for (const events of told) if (events.length > 0) hub.tell(events)
    tellInboxes({ bus }, reminded)
    return done
  }

  /** Another node may have been faster. Then nothing is written. */
  const catchUp = (id: number): Promise<void> =>
    inTransaction(async (tx, record, settle) => {
      const session = await lockRoom(tx, id)
      const now = clock.now()
      if (!isLate(session, now)) return
      if (advance(sessionState(session), now).events.length === 0) return settle(session)
      // Stays are read only when a start or an end is due.
      const due = advance(sessionState(session), now, await staysOf(tx, session))
      await rooms.save(tx, record, session, due.session)
    })

  const rooms: Rooms = {
    change: (id, work) =>
      rooms.transact(id, async (tx, record) => work(tx, record, notCancelled(await rooms.lock(tx, record, id)))),

    async transact(id, work) {
      const transact = async (): ReturnType<typeof work> => {
        for (;;) {
          try {
            return await inTransaction(work)
          } catch (error) {
            if (!(error instanceof RoomIsLate)) throw error
            await catchUp(error.room)
          }
        }
      }
      return id === null ? transact() : inTurn(id, transact)
    },

    async lock(tx, _record, id) {
      const session = await lockRoom(tx, id)
      if (isLate(session, clock.now())) throw new RoomIsLate(id)
      return session
    },

    async save(tx, record, session, state) {
      const change = {
        status: state.status,
        started_at: dateOf(state.started_at),
        ended_at: dateOf(state.ended_at),
        is_manually_started: Boolean(state.is_manually_started),
        duration: state.duration,
        paused_at: dateOf(state.paused_at ?? null),
        paused_seconds: state.paused_seconds ?? 0,
        plan: { ...session.plan, ...state.plan },
        updated_at: dateAt(clock)
      }
      // An unchanged start is left out: writing it would look through the rows of all participants (D-55).
      const { started_at, ...others } = change
      const isMoved = started_at?.getTime() !== session.started_at?.getTime()
      const begins = session.status === SessionStatus.NotStarted && state.status !== SessionStatus.NotStarted
      await Promise.all([
        updateSessionRow(tx, session.id, isMoved ? change : others),
        begins ? collectOwed(tx, { clock, config }, record, session) : undefined
      ])
      if (state.status === SessionStatus.Ended) {
        // At the end of the session, not when we noticed it, so that timers gain no time after the end.
        const at = change.ended_at?.getTime() ?? clock.now()
        await haltLogsOfSession(tx, record, { sessionId: session.id, userId: null }, 'stop', at)
        await detachGoals(tx, session.id, null, dateAt(clock))
      }
      record(session.id, {
        type: 'update',
        data: { status: state.status, started_at: state.started_at, ended_at: state.ended_at, reload: true }
      })
      if (state.status !== session.status) await tellWebhooks(tx, { clock, config }, session, state.status)
      return { ...session, ...change }
    },

    async rename(userId, from, to) {
      for (const id of await listRoomsEverOf(db, userId)) {
        await rooms.transact(id, async (tx, record) => {
          const { plan, participants_count, held_places } = await rooms.lock(tx, record, id)
          await updateSessionRow(tx, id, { plan: withoutName(plan, from, to) })
          const participant = await findParticipant(tx, id, userId)
          const participants = participantsForAll(plan, participant ? [participant] : [])
          record(id, {
            type: 'update',
            data: { left: [from], participants, participants_count: participants_count + held_places, reload: true }
          })
        })
      }
    },

    // Thousands of rooms may be late at once, so the transaction that finds a room late also brings it up to date.
    settle: id => settling(String(id), () => inTurn(id, () => catchUp(id)))
  }
  return rooms
}

/** A session that began late, such as after an outage, may end at once: then it starts and ends. */
async function tellWebhooks(
  tx: Transaction,
  deps: Pick<Resources, 'clock' | 'config'>,
  { id, slug, title, group_id, status: before }: SessionRow,
  status: SessionStatus
): Promise<void> {
  const about = {
    data: { session: thingAt(deps, `/sessions/${slug}`, title) },
    ...{ whom: { session: id, group: group_id }, subject: `session ${id}` }
  }
  const events = [
    ...(before === SessionStatus.NotStarted ? [{ type: 'session.started' as const, ...about }] : []),
    ...(status === SessionStatus.Ended ? [{ type: 'session.ended' as const, ...about }] : [])
  ]
  await recordEvents(tx, deps, events)
}
