import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { RoomEvent, RoomNews } from '../../domain/sessions/live.ts'
import type { Database, Transaction } from '../db/database.ts'
import { roomEvents, sessions } from '../db/schema.ts'

/** Stores news under the room's next numbers. The session's row stays locked, so numbers have no gap. */
export async function insertNews(tx: Transaction, room: number, news: RoomNews[], now: Date): Promise<RoomEvent[]> {
  const { rows } = await tx.execute<{ last: number }>(sql`
    with room as (update sessions set seq = seq + ${news.length} where id = ${room} returning seq as last),
    inserted as (
      insert into room_events (session_id, seq, news, created_at)
      select ${room}, room.last - ${news.length} + item.number, item.news, ${now}
      from room, jsonb_array_elements(${JSON.stringify(news)}::jsonb) with ordinality as item(news, number))
    select last from room`)
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

export async function listNewsAfter(db: Database, room: number, seq: number, limit: number): Promise<RoomEvent[]> {
  const rows = await db
    .select({ seq: roomEvents.seq, news: roomEvents.news })
    .from(roomEvents)
    .where(and(eq(roomEvents.session_id, room), gt(roomEvents.seq, seq)))
    .orderBy(asc(roomEvents.seq))
    .limit(limit)
  return rows.map(row => ({ ...row.news, room, seq: row.seq }))
}
