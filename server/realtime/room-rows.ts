/**
 * The events of a room. The room's row is locked while it changes (progress/lock-rows.ts). Events are numbered and
 * stored at the end of the transaction, and sent only after the commit. A client that was away asks for the events
 * after a number. Old events are deleted.
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Room } from '../../domain/logs/logging.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { NewRoomEvent, RoomEvent } from '../../domain/socket/messages.ts'
import type { RowToRead } from '../db/columns.ts'
import type { Database, Transaction } from '../db/database.ts'
import { prepared, selectRows } from '../db/prepared.ts'
import { sessions } from '../db/schema/sessions.ts'
import type { StoredEvents } from './hub.ts'

export type SessionRow = RowToRead<typeof sessions>

/** The id, start and end of a session as the rules of logs take them. */
export function timesOf({ id, status, started_at, ended_at }: SessionRow): Room {
  return {
    id,
    startedAt: status === SessionStatus.NotStarted ? null : (started_at?.getTime() ?? 0),
    endedAt: status === SessionStatus.Ended ? (ended_at?.getTime() ?? 0) : null
  }
}

/** Records an event of a room. The caller holds the room's lock; events are numbered at the end of the transaction. */
export type RecordEvent = (room: number, event: NewRoomEvent) => void

const INSERT = `
  with room as (update sessions set seq = seq + $1 where id = $2
    returning seq as last, case when hidden_at is null then waitlist_at end as waitlist_at),
  inserted as (
    insert into room_events (session_id, seq, event, created_at)
    select $2, room.last - $1 + item.number, item.event, $3
    from room, jsonb_array_elements($4::jsonb) with ordinality as item(event, number))
  select last, waitlist_at from room`

/**
 * Stores events under the room's next numbers. The session's row stays locked, so the numbers have no gap. Also returns
 * when the room's waitlist is due, because most events follow from changes that may free a place.
 */
export async function insertRoomEvents(
  tx: Transaction,
  room: number,
  events: NewRoomEvent[],
  now: Date
): Promise<{ events: RoomEvent[]; waitlistAt: Date | null }> {
  const values = [events.length, room, now, JSON.stringify(events)]
  const { rows } = await tx.$client.query<{ last: number; waitlist_at: Date | null }>({ text: INSERT }, values)
  const [session] = rows
  if (!session) throw new Error(`session ${room} is gone`)
  const { last, waitlist_at: waitlistAt } = session
  return {
    events: events.map((event, index) => ({ ...event, room, seq: last - events.length + index + 1 })),
    waitlistAt
  }
}

/** The number of the room's last event; null when there is no such room. */
export async function findRoomSeq(db: Database, room: number): Promise<number | null> {
  return (await findRoom(db, room))?.seq ?? null
}

const roomById = prepared(db =>
  db
    .select({
      ...{ seq: sessions.seq, slug: sessions.slug, isUnlisted: sessions.unlisted },
      ...{ cancelled_at: sessions.cancelled_at, hidden_at: sessions.hidden_at }
    })
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('id')))
)

/** The number of its last event, its slug, and whether it was cancelled, is hidden or unlisted (D-139, D-149, D-159). */
export async function findRoom(
  db: Database,
  room: number
): Promise<{ seq: number; slug: string; isUnlisted: boolean; isCancelled: boolean; isHidden: boolean } | null> {
  const [session] = await roomById(db).execute({ id: room })
  if (!session) return null
  const { cancelled_at, hidden_at, ...found } = session
  return { ...found, isCancelled: cancelled_at !== null, isHidden: hidden_at !== null }
}

/** The most that a node reads at once of the events that it lacks. */
const MOST_LACKED = { events: 500, bytes: 1_000_000 }

/** Committed events for the hub. */
export function storedEvents(db: Database): StoredEvents {
  return {
    async lastOf(rooms) {
      const rows = await selectRows<{ id: number; seq: number }>(
        db,
        sql`select id::int as id, seq from sessions where id = any(${sql.param(rooms)}::bigint[])`
      )
      return new Map(rows.map(({ id, seq }) => [id, seq]))
    },
    after: (room, seq) => listEventsAfter(db, room, seq, MOST_LACKED)
  }
}

/** The events after that number, limited in count and in bytes. */
export async function listEventsAfter(
  db: Database,
  room: number,
  seq: number,
  most: { events: number; bytes: number }
): Promise<RoomEvent[]> {
  const rows = await selectRows<{ seq: number; event: NewRoomEvent }>(
    db,
    sql`
    select seq, event from (
      select seq, event, sum(octet_length(event::text)) over (order by seq) as bytes from (
        select seq, event from room_events where session_id = ${room} and seq > ${seq}
        order by seq limit ${most.events}) next) measured
    where bytes <= ${most.bytes} order by seq`
  )
  return rows.map(row => ({ ...row.event, room, seq: row.seq }))
}

/**
 * Removes a text from the room's stored events: of a deleted message or post, or of a part or the session when a newer
 * text replaces it. People who catch up do not get it either, and frequent saves do not fill the database. The events
 * themselves stay, so their numbers have no gap. The caller holds the room's lock.
 */
export async function forgetEventsAbout(
  tx: Transaction,
  room: number,
  kind: 'message' | 'post' | 'part' | 'session',
  ids: readonly (number | string)[]
): Promise<void> {
  const isOne = sql`= any(${sql.param(ids.map(String))}::text[])`
  const forget = (isAbout: SQL) =>
    tx.execute(sql`update room_events set event = '{"type":"update","data":{}}'
      where session_id = ${room} and ${isAbout}`)
  switch (kind) {
    case 'message':
      await tx.execute(sql`update room_events set event = jsonb_set(event, '{message,content}', '""')
        where session_id = ${room} and event -> 'message' ->> 'id' ${isOne}`)
      await forget(sql`event -> 'data' -> 'messages' -> 0 ->> 'id' ${isOne}`)
      break
    case 'part':
      await forget(sql`event -> 'data' -> 'part' ->> 'uuid' ${isOne}`)
      break
    case 'session':
      await forget(sql`jsonb_exists(event -> 'data', 'content')`)
      break
    case 'post':
      // The event of a post holds only that post.
      await forget(sql`event -> 'data' -> 'posts' -> 0 ->> 'id' ${isOne}`)
  }
}

const KEPT_DAYS = 7
/** How far back to delete, in case the server was down. */
const LOOKED_AT_DAYS = 60
const DAY = 86_400_000

/**
 * Deletes the events of rooms that ended more than a week ago, because nobody catches up there. In rooms that run
 * without an end it deletes events older than a week, which would otherwise pile up for ever.
 */
export async function forgetOldRooms(db: Database, now: number): Promise<void> {
  const until = new Date(now - KEPT_DAYS * DAY)
  const since = new Date(now - LOOKED_AT_DAYS * DAY)
  await db.execute(sql`delete from room_events e using sessions s
    where s.id = e.session_id and s.status = 2 and s.ended_at > ${since} and s.ended_at < ${until}`)
  await db.execute(sql`delete from room_events e using sessions s
    where s.id = e.session_id and s.status = 1 and s.ended_at is null and e.created_at < ${until}`)
}
