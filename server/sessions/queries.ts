import { and, eq, isNull, not, sql } from 'drizzle-orm'
import { refuse } from '../../domain/lib/refusal.ts'
import { HOST } from '../../domain/sessions/people/permissions.ts'
import { LONGEST_WAIT } from '../../domain/sessions/session.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { hasRow } from '../db/rows.ts'
import { seriesRegulars } from '../db/schema/series.ts'
import { contributions, sessions } from '../db/schema/sessions.ts'
import { isSameCall, KEY_IS_USED, type RequestKey } from '../lib/idempotency.ts'
import { AT_ONCE } from './session-rows.ts'

/** Stores the key of a contribution, and returns whether it is new. Refuses a key that another call has used. */
export async function insertContribution(
  tx: Transaction,
  sessionId: number,
  userId: number,
  key: RequestKey,
  now: Date
): Promise<boolean> {
  const added = await tx
    .insert(contributions)
    .values({ session_id: sessionId, user_id: userId, ...key, created_at: now })
    .onConflictDoNothing()
    .returning({ key: contributions.request_key })
  if (added.length > 0) return true
  const [earlier] = await tx
    .select({ request_digest: contributions.request_digest })
    .from(contributions)
    .where(and(eq(contributions.user_id, userId), eq(contributions.request_key, key.request_key)))
  return earlier && !isSameCall(earlier, key) ? refuse(KEY_IS_USED) : false
}

/** Notes that a host opened the page of a date of a series. */
export async function noteHostVisit(db: Handle, sessionId: number): Promise<void> {
  await db
    .update(sessions)
    .set({ host_saw: true })
    .where(and(eq(sessions.id, sessionId), not(sessions.host_saw)))
}

/** Whether a person comes to each date of a series. */
export function isRegularOf(db: Handle, seriesId: number, userId: number): Promise<boolean> {
  const { series_id, user_id, ended_at } = seriesRegulars
  return hasRow(db, seriesRegulars, and(eq(series_id, seriesId), eq(user_id, userId), isNull(ended_at)))
}

/**
 * Queues a new session for the news to its group's members, and to followers of its host and its activity
 * (server/reminders/news.ts). Without any of them, nothing is queued.
 */
export async function noteSessionNews(tx: Transaction, sessionId: number): Promise<void> {
  await tx.execute(sql`
    insert into group_news (session_id) select s.id from sessions s where s.id = ${sessionId} and (s.group_id is not null
      or exists (select from followers f where f.activity_id = s.activity_id)
      or exists (select from follows f join persons p on p.id = f.person_id where p.user_id = s.user_id))`)
}

/**
 * Adds to the count of people present. The turns and the waitlist depend on it, so they are checked again. The caller
 * holds the lock.
 * @param gone how many of them have waited, and how many of these had an offer
 */
export async function addToCount(
  tx: Transaction,
  sessionId: number,
  change: number,
  gone: { waiting: number; held: number } = { waiting: 0, held: 0 }
): Promise<number> {
  const waiting = sql`${sessions.waiting_count} - ${gone.waiting}::int`
  const [row] = await tx
    .update(sessions)
    .set({
      participants_count: sql`${sessions.participants_count} + ${change}`,
      turns_at: sql`case when ${sessions.turns_at} is not null then ${AT_ONCE}::timestamptz end`,
      held_places: sql`${sessions.held_places} - ${gone.held}::int`,
      waiting_count: waiting,
      waitlist_at: sql`case when ${waiting} > 0 then ${AT_ONCE}::timestamptz end`
    })
    .where(eq(sessions.id, sessionId))
    .returning({ count: sessions.participants_count })
  return row?.count ?? 0
}

/** The people that `nextHost` needs: the present person who joined first and is no guest, and a present host if any. */
export async function listPossibleHeirs(tx: Transaction, sessionId: number) {
  const present = sql`select p.id::int, p.user_id::int, p.role from participants p
    where p.session_id = ${sessionId} and p.left_at is null`
  const isMember = sql`exists (select from users u where u.id = p.user_id and u.guest_key is null)`
  const { rows } = await tx.execute<{ id: number; user_id: number; role: number }>(sql`
    (${present} and ${isMember} order by p.joined_at, p.id limit 1) union all (${present} and p.role = ${HOST} limit 1)`)
  return rows
}

/** The usernames of the people in sessions and of their creators, and the display names of guests. */
export async function listNamesIn(db: Handle, sessionIds: number[], except: number | null = null): Promise<string[]> {
  const ids = sql`any(${sql.param(sessionIds)}::bigint[])`
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct case when u.guest_key is null then u.username::text else u.name end as name from users u
    where u.id in (select p.user_id from participants p where p.session_id = ${ids} and p.left_at is null
      union select s.user_id from sessions s where s.id = ${ids}) and u.id is distinct from ${except}::bigint`)
  return rows.map(({ name }) => name)
}

/** Stores whether people can join as guests, and whether guests can chat. */
export async function updateGuests(
  tx: Transaction,
  sessionId: number,
  change: { guests: boolean; guests_chat: boolean; updated_at: Date }
): Promise<void> {
  await tx.update(sessions).set(change).where(eq(sessions.id, sessionId))
}

/** Sessions that nobody will start any more, selected like `isAbandoned` (D-139). */
export async function listAbandoned(db: Database, now: number): Promise<number[]> {
  const rows = await selectRows<{ id: number }>(
    db,
    sql`
    select id::int from sessions where status = 0 and not is_preset
      and (participants_count = 0 or (started_at is null and updated_at <= ${new Date(now - LONGEST_WAIT)}))
    order by id`
  )
  return rows.map(({ id }) => id)
}

/** Ids of the people in a session, except that person. */
export async function listOthersIn(tx: Transaction, sessionId: number, userId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ user_id: number }>(sql`
    select user_id::int from participants
    where session_id = ${sessionId} and left_at is null and user_id <> ${userId} order by user_id`)
  return rows.map(({ user_id }) => user_id)
}
