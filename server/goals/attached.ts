/** The bond of a person's goal with a session (D-101). The caller holds the room's lock. */
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { goals } from '../db/schema.ts'

/** Who is out keeps the goals, free to be attached elsewhere. */
export async function freeGoals(tx: Transaction, sessionId: number, userId: number, now: Date): Promise<void> {
  await tx
    .update(goals)
    .set({ session_id: null, task_uuid: null, updated_at: now })
    .where(and(eq(goals.session_id, sessionId), eq(goals.user_id, userId)))
}
