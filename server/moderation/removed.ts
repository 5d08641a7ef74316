import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { participants } from '../db/schema.ts'

/** Whether a host put somebody out of a session for good. */
export async function wasRemoved(db: Database, sessionId: number, userId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: participants.id })
    .from(participants)
    .where(
      and(eq(participants.session_id, sessionId), eq(participants.user_id, userId), isNotNull(participants.removed_at))
    )
  return row !== undefined
}
