/** What rooms no longer say: words that were deleted, and events of long ago. */
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'

/**
 * Takes the words of a deleted message or post out of the room's stored events, so that whoever catches up does not get
 * them either. The events stay: their numbers have no gap. The caller holds the room's lock.
 */
export async function forgetEventsAbout(
  tx: Transaction,
  room: number,
  kind: 'message' | 'post',
  id: number
): Promise<void> {
  if (kind === 'message') {
    await tx.execute(sql`update room_events set news = jsonb_set(news, '{message,content}', '""')
      where session_id = ${room} and news -> 'message' ->> 'id' = ${String(id)}`)
  } else {
    // A post's event holds that one post.
    await tx.execute(sql`update room_events set news = '{"type":"update","data":{}}'
      where session_id = ${room} and news -> 'data' -> 'posts' -> 0 ->> 'id' = ${String(id)}`)
  }
}

const KEPT_DAYS = 7
/** Looked at again for so long, in case the server was down. */
const LOOKED_AT_DAYS = 60
const DAY = 86_400_000

/**
 * Throws away the events of rooms that ended more than a week ago, since nobody catches up there, and those of more than
 * a week ago of rooms that run without an end, which would gather them for good.
 */
export async function forgetOldRooms(db: Database, now: number): Promise<void> {
  const until = new Date(now - KEPT_DAYS * DAY)
  const since = new Date(now - LOOKED_AT_DAYS * DAY)
  await db.execute(sql`delete from room_events e using sessions s
    where s.id = e.session_id and s.status = 2 and s.ended_at > ${since} and s.ended_at < ${until}`)
  await db.execute(sql`delete from room_events e using sessions s
    where s.id = e.session_id and s.status = 1 and s.ended_at is null and e.created_at < ${until}`)
}
