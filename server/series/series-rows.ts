import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { HOST } from '../../domain/sessions/people/permissions.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { RowToRead } from '../db/columns.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { preparedInsert } from '../db/prepared.ts'
import { finderByKey, findRow, hasRow, lockRow, updaterOf } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { series } from '../db/schema/series.ts'
import { participants, sessions } from '../db/schema/sessions.ts'
import { readSlugOrId } from '../lib/id.ts'
import { isSeriesHidden } from '../sessions/session-rows.ts'

export type SeriesRow = RowToRead<typeof series>

export const findSeriesByKey = finderByKey(series)

/** Counting numbers must not find unlisted series (D-159). */
const bySlugOrId = (slugOrId: string) => {
  const { slug, id } = readSlugOrId(slugOrId)
  return id < 0 ? eq(series.slug, slug) : and(eq(series.id, id), eq(series.unlisted, false))
}

export function findSeries(db: Database, slugOrId: string): Promise<SeriesRow | null> {
  return findRow(db, series, bySlugOrId(slugOrId))
}

/** Whether nobody but its host and moderators may see a series. */
export function isHidden(db: Handle, { id }: SeriesRow): Promise<boolean> {
  return hasRow(db, series, and(eq(series.id, id), isSeriesHidden('series')))
}

const hasTakedown = (name: string) =>
  sql.raw(
    `exists (select from report_cases c where c.kind = 'session' and c.subject_id = ${name}.id and c.status = 'hidden')`
  )

/** Hides the series that repeat the title or the text of these dates, or shows them again when `hiddenAt` is null. */
export async function hideSeriesOf(tx: Transaction, dates: number[], hiddenAt: Date | null): Promise<void> {
  const repeats = sql`(e.title = d.title or e.content = d.content and e.content <> '')`
  await tx.execute(
    hiddenAt
      ? sql`update series e set hidden_at = ${hiddenAt} from sessions d
          where d.id = any(${sql.param(dates)}::bigint[]) and e.id = d.series_id and e.hidden_at is null and ${repeats}`
      : sql`update series e set hidden_at = null
          where e.id in (select series_id from sessions where id = any(${sql.param(dates)}::bigint[]))
            and not exists (select from sessions d where d.series_id = e.id and d.hidden_at is not null
              and d.cancelled_at is null and ${repeats})`
  )
}

/**
 * This date and the dates that are hidden with it. If it repeats the title or the text of its series, these are the
 * others that repeat the same.
 */
export async function listDatesToHide(tx: Transaction, id: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select d.id::int from sessions d where d.id = ${id} union
    select o.id::int from sessions d join series e on e.id = d.series_id join sessions o on o.series_id = e.id
    where d.id = ${id} and o.hidden_at is null and o.cancelled_at is null
      and (e.title = d.title and o.title = e.title
        or e.content = d.content and o.content = e.content and e.content <> '')
    order by id`)
  return rows.map(row => row.id)
}

/**
 * This hidden date and the dates that are shown with it. If this date was taken down, these are the dates that were
 * hidden with it and have no takedown of their own.
 */
export async function listDatesToShow(tx: Transaction, id: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select d.id::int from sessions d where d.id = ${id} union
    select o.id::int from sessions d join sessions o on o.series_id = d.series_id and o.hidden_at = d.hidden_at
    where d.id = ${id} and ${hasTakedown('d')} and not ${hasTakedown('o')}
    order by id`)
  return rows.map(row => row.id)
}

/** Rooms of the series can change meanwhile: a second change of a session in a transaction refers to its series again. */
export function lockSeries(tx: Transaction, id: number): Promise<SeriesRow | null> {
  return lockRow(tx, series, eq(series.id, id), 'no key update')
}

export const insertSeries = preparedInsert(series)

export const updateSeriesRow = updaterOf(series)

/** How many series of a person have not ended. */
export async function countOpenSeries(tx: Transaction, userId: number): Promise<number> {
  return tx.$count(series, and(eq(series.user_id, userId), isNull(series.ended_at)))
}

/** The columns of a date that the rules of a series need. */
const DATE = {
  id: sessions.id,
  series_at: sessions.series_at,
  started_at: sessions.started_at,
  cancelled_at: sessions.cancelled_at
}

const isOf = (id: number) => eq(sessions.series_id, id)
const isComing = and(eq(sessions.status, SessionStatus.NotStarted), isNull(sessions.cancelled_at))

/** The dates that have not begun and are not skipped, the next one first. */
export function listComing(db: Handle, id: number) {
  return db
    .select(DATE)
    .from(sessions)
    .where(and(isOf(id), isComing))
    .orderBy(asc(sessions.series_at))
}

/** The dates that have not begun, also skipped ones, in the order of the rule. */
export function listUnbegun(db: Handle, id: number) {
  return db
    .select(DATE)
    .from(sessions)
    .where(and(isOf(id), or(isComing, isNotNull(sessions.cancelled_at))))
    .orderBy(asc(sessions.series_at))
}

export type DateRow = Awaited<ReturnType<typeof listUnbegun>>[number]

/** Those of these dates in which somebody besides the host is, or for which somebody waits. */
export async function listPeopled(tx: Transaction, ids: number[]): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select s.id::int from sessions s where s.id = any(${sql.param(ids)}::bigint[]) and (s.waiting_count > 0 or exists (
      select from participants p where p.session_id = s.id and p.left_at is null and p.user_id <> s.user_id))`)
  return new Set(rows.map(({ id }) => id))
}

/** The date that runs, or the next one that strangers may find (D-159); null when there is none. */
export async function findNext(db: Handle, id: number): Promise<string | null> {
  const [row] = await db
    .select({ slug: sessions.slug })
    .from(sessions)
    .where(
      and(
        isOf(id),
        isNull(sessions.cancelled_at),
        isNull(sessions.hidden_at),
        sql`(not ${sessions.unlisted} or exists (select from series e where e.id = ${id} and e.unlisted))`,
        sql`${sessions.status} < ${SessionStatus.Ended}`
      )
    )
    .orderBy(desc(sessions.status), asc(sessions.started_at))
    .limit(1)
  return row?.slug ?? null
}

/**
 * Frees the time of a cancelled date for its series. A hidden date stays in the series, because dates that were hidden
 * with it share its case.
 */
export async function dropDate(tx: Transaction, id: number): Promise<void> {
  const series_id = sql`case when ${sessions.hidden_at} is not null then ${sessions.series_id} end`
  await tx.update(sessions).set({ series_at: null, series_id }).where(eq(sessions.id, id))
}

/** Those of these dates that are cancelled. */
export async function listCancelled(db: Handle, ids: number[]): Promise<number[]> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), isNotNull(sessions.cancelled_at)))
    .orderBy(sessions.id)
  return rows.map(({ id }) => id)
}

/** Series without a coming date have stopped. */
export async function noteStopped(db: Database): Promise<void> {
  await db.execute(sql`
    update series set is_stopping = false where is_stopping and not exists (
      select from sessions s where s.series_id = series.id and s.status = ${SessionStatus.NotStarted}
        and s.cancelled_at is null)`)
}

/** The coming dates of series that have ended or paused. */
export async function listStoppedDates(db: Database, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: sessions.id })
    .from(series)
    .innerJoin(sessions, eq(sessions.series_id, series.id))
    .where(and(series.is_stopping, isComing))
    .orderBy(sessions.id)
    .limit(most)
  return rows.map(({ id }) => id)
}

/** The series of a session, locked; null when it has none. */
export async function lockSeriesOf(tx: Transaction, sessionId: number): Promise<SeriesRow | null> {
  const [row] = await tx.select({ id: sessions.series_id }).from(sessions).where(eq(sessions.id, sessionId))
  return row?.id == null ? null : lockSeries(tx, row.id)
}

/** Counts the dates that are over as seen, so that the series asks again only after the next ones. */
export async function confirmDates(tx: Transaction, id: number): Promise<void> {
  await tx
    .update(sessions)
    .set({ host_saw: true })
    .where(and(isOf(id), eq(sessions.status, SessionStatus.Ended)))
}

/** The people who are in a coming date, but do not host it. */
export async function listPeopleOfComing(tx: Transaction, id: number): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: participants.user_id })
    .from(participants)
    .innerJoin(sessions, eq(sessions.id, participants.session_id))
    .where(and(isOf(id), isComing, isNull(participants.left_at), sql`${participants.role} <> ${HOST}`))
    .orderBy(participants.user_id)
  return rows.map(row => row.id)
}

export async function getUsername(db: Handle, userId: number): Promise<string> {
  const [row] = await db.select({ username: users.username }).from(users).where(eq(users.id, userId))
  return row?.username ?? ''
}

/** The session that a reminder about the series names. It may be cancelled. */
export async function findFirstDate(tx: Transaction, id: number): Promise<number | null> {
  const [row] = await tx.select({ id: sessions.id }).from(sessions).where(isOf(id)).orderBy(sessions.id).limit(1)
  return row?.id ?? null
}
