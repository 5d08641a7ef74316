import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { RoomEvent, RoomNews } from '../../domain/sessions/live.ts'
import type { Database, Transaction } from '../db/database.ts'
import { roomEvents, sessions } from '../db/schema.ts'

/** Stores news under the room's next number. The session's row stays locked, so numbers have no gap. */
export async function insertNews(tx: Transaction, room: number, news: RoomNews, now: Date): Promise<RoomEvent> {
  const [session] = await tx
    .update(sessions)
    .set({ seq: sql`${sessions.seq} + 1` })
    .where(eq(sessions.id, room))
    .returning({ seq: sessions.seq })
  if (!session) throw new Error(`session ${room} is gone`)
  await tx.insert(roomEvents).values({ session_id: room, seq: session.seq, news, created_at: now })
  return { ...news, room, seq: session.seq }
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
