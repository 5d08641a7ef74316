import { and, eq, isNull, sql } from 'drizzle-orm'
import type { NewRoomEvent, RoomEvent } from '../../domain/sessions/live.ts'
import type { Database, Transaction } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { sessions } from '../db/schema.ts'

const INSERT = `
  with room as (update sessions set seq = seq + $1 where id = $2 returning seq as last),
  inserted as (
    insert into room_events (session_id, seq, news, created_at)
    select $2, room.last - $1 + item.number, item.news, $3
    from room, jsonb_array_elements($4::jsonb) with ordinality as item(news, number))
  select last from room`

/** Stores news under the room's next numbers. The session's row stays locked, so numbers have no gap. */
export async function insertRoomEvents(
  tx: Transaction,
  room: number,
  news: NewRoomEvent[],
  now: Date
): Promise<RoomEvent[]> {
  const values = [news.length, room, now, JSON.stringify(news)]
  const { rows } = await tx.$client.query<{ last: number }>({ text: INSERT }, values)
  const [session] = rows
  if (!session) throw new Error(`session ${room} is gone`)
  return news.map((item, index) => ({ ...item, room, seq: session.last - news.length + index + 1 }))
}

export async function findRoomSeq(db: Database, room: number): Promise<number | null> {
  const [session] = await db
    .select({ seq: sessions.seq })
    .from(sessions)
    .where(and(eq(sessions.id, room), isNull(sessions.deleted_at)))
  return session?.seq ?? null
}

/** What comes after that number: so many events, and no more than so many bytes of them. */
export async function listEventsAfter(
  db: Database,
  room: number,
  seq: number,
  most: { events: number; bytes: number }
): Promise<RoomEvent[]> {
  const rows = await selectRows<{ seq: number; news: NewRoomEvent }>(
    db,
    sql`
    select seq, news from (
      select seq, news, sum(octet_length(news::text)) over (order by seq) as bytes from (
        select seq, news from room_events where session_id = ${room} and seq > ${seq}
        order by seq limit ${most.events}) next) measured
    where bytes <= ${most.bytes} order by seq`
  )
  return rows.map(row => ({ ...row.news, room, seq: row.seq }))
}
