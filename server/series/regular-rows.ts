/** The regulars of series, and their places on dates (D-150). */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { MOST_REGULARS_SHOWN } from '../../domain/series/regulars.ts'
import { MEMBER } from '../../domain/sessions/people/permissions.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Database, Transaction } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { deleteRows } from '../db/rows.ts'
import { seriesRegulars } from '../db/schema/series.ts'

/** Adds a regular. Returns false when they are one already. */
export async function insertRegular(tx: Transaction, seriesId: number, userId: number, now: Date): Promise<boolean> {
  const added = await tx
    .insert(seriesRegulars)
    .values({ series_id: seriesId, user_id: userId, created_at: now })
    .onConflictDoUpdate({
      target: [seriesRegulars.series_id, seriesRegulars.user_id],
      set: { ended_at: null },
      setWhere: isNotNull(seriesRegulars.ended_at)
    })
    .returning({ id: seriesRegulars.id })
  return added.length > 0
}

/** Removes a regular. Returns false when they were none. */
export function deleteRegular(tx: Transaction, seriesId: number, userId: number): Promise<boolean> {
  return deleteRows(tx, seriesRegulars, and(eq(seriesRegulars.series_id, seriesId), eq(seriesRegulars.user_id, userId)))
}

/** Regulars who have left the group, or whom a host removed. They may still have places. */
export function listEndedRegulars(db: Database, most: number) {
  return db
    .select({ series_id: seriesRegulars.series_id, user_id: seriesRegulars.user_id })
    .from(seriesRegulars)
    .where(isNotNull(seriesRegulars.ended_at))
    .orderBy(asc(seriesRegulars.id))
    .limit(most)
}

/** The usernames of the first regulars, how many there are, and whether the viewer is one. */
export async function findRegulars(db: Database, seriesId: number, viewerId: number | null) {
  const [row] = await selectRows<{ count: number; is_mine: boolean; people: string[] }>(
    db,
    sql`
    with regular as (select r.id, r.user_id, u.username from series_regulars r join users u on u.id = r.user_id
      where r.series_id = ${seriesId} and r.ended_at is null)
    select count(*)::int as count, coalesce(bool_or(user_id = ${viewerId}::bigint), false) as is_mine,
      array(select username::text from regular order by id limit ${MOST_REGULARS_SHOWN}) as people
    from regular`
  )
  return { count: row?.count ?? 0, people: row?.people ?? [], is_mine: row?.is_mine ? (1 as const) : (0 as const) }
}

export async function listRegularIds(tx: Transaction, seriesId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: seriesRegulars.user_id })
    .from(seriesRegulars)
    .where(and(eq(seriesRegulars.series_id, seriesId), isNull(seriesRegulars.ended_at)))
    .orderBy(asc(seriesRegulars.user_id))
  return rows.map(({ id }) => id)
}

/** Whether a person is or was in a date, and whether a host removed them from one. */
export async function findStanding(tx: Transaction, seriesId: number, userId: number) {
  const { rows } = await tx.execute<{ was_in: boolean; was_removed: boolean }>(sql`
    select count(*) > 0 as was_in, coalesce(bool_or(p.removed_at is not null), false) as was_removed
    from sessions s join participants p on p.session_id = s.id
    where s.series_id = ${seriesId} and p.user_id = ${userId}`)
  return { wasIn: rows[0]?.was_in ?? false, wasRemoved: rows[0]?.was_removed ?? false }
}

/** The dates in which a regular has a place that is not paid, or waits for one. */
export async function listUnpaidPlaces(tx: Transaction, dates: number[], userId: number): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select p.session_id::int as id from participants p
      where p.session_id = any(${sql.param(dates)}::bigint[]) and p.user_id = ${userId} and p.left_at is null and p.owes
    union select w.session_id::int from waitlist_entries w
      where w.session_id = any(${sql.param(dates)}::bigint[]) and w.user_id = ${userId}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Gives the regulars of a series places on its dates in the order of their ids. Those for whom there is no place go to
 * the end of the waitlist, in that order. A person with a place keeps it. The count of people is stored in the same
 * statement; the caller has locked the rooms, or has just made them.
 * @param userId only this regular; null for all
 * @returns the ids of the dates that changed, in order
 */
export async function admitRegulars(
  tx: Transaction,
  dates: number[],
  userId: number | null,
  now: Date
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with line as (
      select s.id as session_id, r.user_id, s.started_at, s.is_free, s.waitlist_ended,
        s.participant_limit - s.participants_count - s.held_places as places, s.waiting_count,
        row_number() over (partition by s.id order by r.id) as number
      from sessions s join series_regulars r on r.series_id = s.series_id and r.ended_at is null
      join users u on u.id = r.user_id
      where s.id = any(${sql.param(dates)}::bigint[]) and s.status = ${SessionStatus.NotStarted}
        and s.cancelled_at is null and s.hidden_at is null and r.user_id <> s.user_id
        and (${userId}::bigint is null or r.user_id = ${userId}::bigint)
        and u.erased_at is null and coalesce(u.suspended_until <= ${now}, true)
        and not exists (select from participants p where p.session_id = s.id and p.user_id = r.user_id
          and (p.left_at is null or p.removed_at is not null))
        and not exists (select from waitlist_entries w where w.session_id = s.id and w.user_id = r.user_id)),
    spot as (
      select *, coalesce(waiting_count = 0 and number <= places, true) as is_free_place from line),
    come as (
      insert into participants as p (session_id, user_id, role, owes, joined_at, starts_at)
      select session_id, user_id, ${MEMBER}, not is_free, ${now}, started_at from spot
      where is_free_place order by session_id, number
      on conflict (session_id, user_id) do update
        set left_at = null, answer = null, joined_at = excluded.joined_at, owes = excluded.owes and not p.charged
      returning session_id),
    wait as (
      insert into waitlist_entries (session_id, user_id, rank, created_at)
      select spot.session_id, spot.user_id, spot.number + coalesce((
        select max(w.rank) from waitlist_entries w where w.session_id = spot.session_id), 0), ${now} from spot
      where not spot.is_free_place and not spot.waitlist_ended order by spot.session_id, spot.number
      returning session_id)
    update sessions s set participants_count = s.participants_count + item.come,
      waiting_count = s.waiting_count + item.wait,
      waitlist_at = case when s.waiting_count + item.wait > 0 then 'epoch'::timestamptz end
    from (select session_id, count(*) filter (where is_in)::int as come,
        count(*) filter (where not is_in)::int as wait
      from (select session_id, true as is_in from come union all select session_id, false from wait) each
      group by session_id) item
    where s.id = item.session_id
    returning s.id::int as id`)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
