/** Queries for events of the provider. An event is stored once, claimed by one node at a time and handled once. */
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { deleteRows, insertIfNew, updateRows } from '../db/rows.ts'
import { providerEvents } from '../db/schema/billing/billing.ts'

export type EventRow = typeof providerEvents.$inferSelect

/** Stores an event. An event that is already stored stays unchanged. */
export async function storeEvent(
  db: Database,
  event: Pick<EventRow, 'id' | 'type' | 'object' | 'customer'>,
  now: Date
): Promise<void> {
  await insertIfNew(db, providerEvents, { ...event, created_at: now, due_at: now })
}

/**
 * Claims the oldest due events until a time. No other node gets them before then, and by then this node has handled
 * them or has stopped.
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

/** Marks events as handled. */
export async function markHandled(db: Database, ids: string[], now: Date): Promise<void> {
  await updateRows(db, providerEvents, inArray(providerEvents.id, ids), {
    due_at: null,
    handled_at: now,
    failed_at: null,
    error: null
  })
}

/** Stores a failed attempt. @param until when to try again; null to give up */
export async function markFailed(
  db: Database,
  id: string,
  error: string,
  until: Date | null,
  now: Date
): Promise<void> {
  await updateRows(db, providerEvents, eq(providerEvents.id, id), {
    due_at: until,
    failed_at: until === null ? now : null,
    error
  })
}

/** Counts the events that wait and those that failed for good. */
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

/** Deletes handled events from before a time. */
export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await deleteRows(db, providerEvents, and(isNotNull(providerEvents.handled_at), lt(providerEvents.created_at, before)))
}
