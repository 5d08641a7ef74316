/** The rows of waitlists (D-151), and the counts that the session keeps of them. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { isSuspended } from '../../../domain/accounts/suspension.ts'
import type { Waiting } from '../../../domain/sessions/people/waitlist.ts'
import type { Database, Handle, Transaction } from '../../db/database.ts'
import { selectRows } from '../../db/prepared.ts'
import { deleteRows, updateRows } from '../../db/rows.ts'
import { users } from '../../db/schema/accounts.ts'
import { sessions, waitlistEntries } from '../../db/schema/sessions.ts'
import { isOneOf } from '../../lib/paging.ts'
import { AT_ONCE } from '../session-rows.ts'

export interface Entry extends Waiting {
  username: string
  created_at: Date
  moved_reason: string | null
}

/** Everyone who waits for a session, first in line first. */
export async function listEntries(db: Handle, sessionId: number, now: number): Promise<Entry[]> {
  const { user_id, rank, created_at, moved_reason, opens_at, told_at } = waitlistEntries
  const { username, time_zone, suspended_until } = users
  const rows = await db
    .select({ user_id, rank, created_at, moved_reason, opens_at, told_at, username, time_zone, suspended_until })
    .from(waitlistEntries)
    .innerJoin(users, eq(users.id, user_id))
    .where(eq(waitlistEntries.session_id, sessionId))
    .orderBy(asc(rank))
  return rows.map(({ suspended_until, ...row }) => ({
    ...row,
    opens_at: row.opens_at?.getTime() ?? null,
    told_at: row.told_at?.getTime() ?? null,
    suspended: isSuspended(suspended_until?.getTime() ?? null, now)
  }))
}

/** The entries of these people, by user id, with the time at which their offer begins. */
export async function findOffers(db: Handle, sessionId: number, people: number[]): Promise<Map<number, number | null>> {
  const rows = await db
    .select({ user_id: waitlistEntries.user_id, opens_at: waitlistEntries.opens_at })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.session_id, sessionId), isOneOf(sql`${waitlistEntries.user_id}`, people)))
  return new Map(rows.map(({ user_id, opens_at }) => [user_id, opens_at?.getTime() ?? null]))
}

/** A person's place in line, counted from 1, and the time at which their offer begins; null when they don't wait. */
export async function findPosition(
  db: Handle,
  sessionId: number,
  userId: number
): Promise<{ position: number; opens_at: number | null } | null> {
  const { rows } = await db.$client.query<{ position: number; opens_at: Date | null }>(
    `select e.opens_at, (select count(*)::int + 1 from waitlist_entries o
       where o.session_id = e.session_id and o.opens_at is null and o.rank < e.rank) as position
     from waitlist_entries e where e.session_id = $1 and e.user_id = $2`,
    [sessionId, userId]
  )
  const [row] = rows
  return row ? { ...row, opens_at: row.opens_at?.getTime() ?? null } : null
}

/** Those of these sessions in which the person has an offer. */
export async function listOffersTo(db: Database, userId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await selectRows<{ id: number }>(
    db,
    sql`select session_id::int as id from waitlist_entries
      where user_id = ${userId} and opens_at is not null and ${isOneOf(sql`session_id`, ids)}`
  )
  return new Set(rows.map(({ id }) => id))
}

/** Puts a person at the end of the line. The caller holds the room's lock. */
export async function insertEntry(tx: Transaction, sessionId: number, userId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into waitlist_entries (session_id, user_id, rank, created_at)
    select ${sessionId}, ${userId}, coalesce(max(rank), 0) + 1, ${now} from waitlist_entries where session_id = ${sessionId}`)
}

/** Changes one person's entry. */
export async function updateEntry(
  tx: Transaction,
  sessionId: number,
  userId: number,
  change: Partial<typeof waitlistEntries.$inferInsert>
): Promise<void> {
  const isTheirs = and(eq(waitlistEntries.session_id, sessionId), eq(waitlistEntries.user_id, userId))
  await updateRows(tx, waitlistEntries, isTheirs, change)
}

/** Stores the offers of these people. */
export async function updateEntries(tx: Transaction, sessionId: number, entries: readonly Waiting[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ user_id, opens_at, told_at }) => ({
    user_id,
    opens_at: dateOf(opens_at),
    told_at: dateOf(told_at)
  }))
  await tx.execute(sql`
    update waitlist_entries e set opens_at = item.opens_at, told_at = item.told_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item(user_id bigint, opens_at timestamptz, told_at timestamptz)
    where e.session_id = ${sessionId} and e.user_id = item.user_id`)
}

/** Takes people off the list. */
export async function deleteEntries(tx: Transaction, sessionId: number, people: number[]): Promise<void> {
  if (people.length === 0) return
  const isOne = isOneOf(sql`${waitlistEntries.user_id}`, people)
  await deleteRows(tx, waitlistEntries, and(eq(waitlistEntries.session_id, sessionId), isOne))
}

/** Stores the counts of a list, and when to settle it again. The caller holds the room's lock. */
export async function updateCounts(
  tx: Transaction,
  sessionId: number,
  counts: { held_places: number; waiting_count: number; waitlist_at: Date | null; waitlist_ended?: boolean }
): Promise<void> {
  await updateRows(tx, sessions, eq(sessions.id, sessionId), counts)
}

/** Returns when a changed list is due: at once, or never while nobody waits. */
export function dueIfAny(waiting: number): Date | null {
  return waiting > 0 ? AT_ONCE : null
}

/** Sessions in which a person waits. */
export async function listWaits(db: Database, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: waitlistEntries.session_id })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.user_id, userId))
    .orderBy(asc(waitlistEntries.session_id))
  return rows.map(({ id }) => id)
}

/** The taken places of a session, also those that offers hold. */
export async function countTaken(db: Handle, sessionId: number): Promise<number> {
  const [row] = await db
    .select({ taken: sql<number>`${sessions.participants_count} + ${sessions.held_places}` })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return row?.taken ?? 0
}

function dateOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
