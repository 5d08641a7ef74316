/** Reads and writes many series in one statement each, for the sweep (watch.ts, dates.ts). */
import { and, inArray, isNull, lte, sql } from 'drizzle-orm'
import { Host, MOST_UNSEEN } from '../../domain/series/series.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { columnsToRead } from '../db/columns.ts'
import type { Database, Transaction } from '../db/database.ts'
import { activities } from '../db/schema/activities.ts'
import { series } from '../db/schema/series.ts'
import { isSeriesHidden } from '../sessions/session-rows.ts'
import type { SeriesRow } from './series-rows.ts'

const isDue = (now: Date) => and(isNull(series.ended_at), isNull(series.paused_at), lte(series.look_at, now))

/** The ids of open series that are due for a look. */
export async function listDueSeries(db: Database, now: Date, most: number): Promise<number[]> {
  const rows = await db.select({ id: series.id }).from(series).where(isDue(now)).orderBy(series.look_at).limit(most)
  return rows.map(({ id }) => id)
}

/** Locks those of these series that are still due. Leaves out those that another node has, or has looked at. */
export async function claimSeries(tx: Transaction, ids: number[], now: Date): Promise<SeriesRow[]> {
  const rows = await tx
    .select(columnsToRead(series))
    .from(series)
    .where(and(inArray(series.id, ids), isDue(now)))
    .orderBy(series.id)
    .for('no key update', { skipLocked: true })
  return rows as SeriesRow[]
}

export interface Standing {
  host: (typeof Host)[keyof typeof Host]
  /** Whether the host opened the last dates that are over, the newest first. */
  seen: { isSeen: boolean }[]
}

/**
 * Whether these series and their hosts can hold dates, and whether they opened the last ones. By series id. The sweep
 * may not have ended a date that is over.
 */
export async function findStandings(tx: Transaction, ids: number[], now: Date): Promise<Map<number, Standing>> {
  const { rows } = await tx.execute<{ id: number; is_gone: boolean; is_held: boolean; seen: boolean[] }>(sql`
    select e.id::int, u.erased_at is not null as is_gone,
      coalesce(u.suspended_until > ${now}, false)
        or ${isSeriesHidden('e')} as is_held,
      array(select s.host_saw from sessions s
        where s.series_id = e.id and s.cancelled_at is null
          and (s.status = ${SessionStatus.Ended} or s.started_at + make_interval(secs => s.duration) <= ${now})
        order by s.started_at desc limit ${MOST_UNSEEN}) as seen
    from series e join users u on u.id = e.user_id where e.id = any(${sql.param(ids)}::bigint[])`)
  return new Map(
    rows.map(({ id, is_gone, is_held, seen }) => [
      id,
      { host: is_gone ? Host.Gone : is_held ? Host.Held : Host.Here, seen: seen.map(isSeen => ({ isSeen })) }
    ])
  )
}

export interface Dates {
  /** The start of the next date that is not skipped, in ms; null when none is made. */
  next: number | null
  /** How many dates of the rule begin after now and are not skipped. */
  coming: number
  /** The times of the rule from now on that have a date, also a skipped one. In ms. */
  planned: Set<number>
}

/** The dates that these series have made, by series id. A date that begins at this moment may not have its status yet. */
export async function findMadeDates(tx: Transaction, ids: number[], now: Date): Promise<Map<number, Dates>> {
  const { rows } = await tx.execute<
    Record<'id' | 'coming', number> & { next: number | null; planned: number[] | null }
  >(
    sql`
    select s.series_id::int as id, (extract(epoch from min(s.started_at) filter (where is_coming)) * 1000)::float as next,
      count(*) filter (where is_coming and s.series_at is not null)::int as coming,
      json_agg((extract(epoch from s.series_at) * 1000)::bigint) filter (where s.series_at > ${now}) as planned
    from sessions s, lateral (select s.status = ${SessionStatus.NotStarted} and s.cancelled_at is null
      and s.started_at > ${now} as is_coming) date
    where s.series_id = any(${sql.param(ids)}::bigint[]) group by s.series_id`
  )
  return new Map(rows.map(({ id, next, coming, planned }) => [id, { next, coming, planned: new Set(planned ?? []) }]))
}

/** The titles of activities, by which a search also finds the dates of series that are made from them. */
export async function findActivityTitles(tx: Transaction, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { id, title } = activities
  const rows = await tx.select({ id, title }).from(activities).where(inArray(id, ids))
  return new Map(rows.map(row => [row.id, row.title]))
}

/** Those of these series that are hidden. */
export async function listHidden(tx: Transaction, ids: number[]): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select e.id::int from series e where e.id = any(${sql.param(ids)}::bigint[]) and ${isSeriesHidden('e')}`)
  return new Set(rows.map(({ id }) => id))
}

/** Those of these series whose host is still in their group. */
export async function listInGroup(tx: Transaction, ids: number[]): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select e.id::int from series e join group_members m on m.group_id = e.group_id and m.user_id = e.user_id
    where e.id = any(${sql.param(ids)}::bigint[])`)
  return new Set(rows.map(({ id }) => id))
}

export interface Look {
  id: number
  made_until: Date
  look_at: Date
  ended_at: Date | null
}

/** Stores how far the dates of these series are made, and when each is due again. */
export async function updateLooks(tx: Transaction, looks: Look[]): Promise<void> {
  await tx.execute(sql`
    update series e set made_until = item.made_until, look_at = item.look_at,
      ended_at = coalesce(item.ended_at, e.ended_at)
    from jsonb_to_recordset(${JSON.stringify(looks)}::jsonb)
      as item(id bigint, made_until timestamptz, look_at timestamptz, ended_at timestamptz)
    where e.id = item.id`)
}
