/** Events of the provider: stored once, claimed by one node at a time, handled once. */
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { providerEvents } from '../db/schema/billing.ts'

export type EventRow = typeof providerEvents.$inferSelect

/** One that is known already stays as it is. */
export async function storeEvent(
  db: Database,
  event: Pick<EventRow, 'id' | 'type' | 'object' | 'customer'>,
  now: Date
): Promise<void> {
  await db
    .insert(providerEvents)
    .values({ ...event, created_at: now, due_at: now })
    .onConflictDoNothing()
}

/**
 * The events that are due first. Nobody else gets them until `until`, by when this node has handled them or is gone.
 */
export async function claimEvents(db: Database, now: Date, until: Date, most: number): Promise<EventRow[]> {
  const due = db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(isNotNull(providerEvents.due_at), lte(providerEvents.due_at, now)))
    .orderBy(asc(providerEvents.due_at))
    .limit(most)
    .for('update', { skipLocked: true })
  return db
    .update(providerEvents)
    .set({ due_at: until, attempts: sql`${providerEvents.attempts} + 1` })
    .where(inArray(providerEvents.id, due))
    .returning()
}

export async function markHandled(db: Database, ids: string[], now: Date): Promise<void> {
  await db
    .update(providerEvents)
    .set({ due_at: null, handled_at: now, failed_at: null, error: null })
    .where(inArray(providerEvents.id, ids))
}

/** @param until null when it is given up */
export async function markFailed(
  db: Database,
  id: string,
  error: string,
  until: Date | null,
  now: Date
): Promise<void> {
  await db
    .update(providerEvents)
    .set({ due_at: until, failed_at: until === null ? now : null, error })
    .where(eq(providerEvents.id, id))
}

export async function countEvents(db: Database): Promise<{ waiting: number; failed: number }> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(${providerEvents.due_at})::int`,
      failed: sql<number>`count(${providerEvents.failed_at})::int`
    })
    .from(providerEvents)
    .where(isNull(providerEvents.handled_at))
  return row ?? { waiting: 0, failed: 0 }
}

export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await db
    .delete(providerEvents)
    .where(and(isNotNull(providerEvents.handled_at), lt(providerEvents.created_at, before)))
}
