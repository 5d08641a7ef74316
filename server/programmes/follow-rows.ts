/** Programmes that people follow, and the units that they did. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Pause } from '../../domain/days/streak.ts'
import { type Calendar, type Day, dayOf } from '../../domain/lib/day.ts'
import type { Follow, FollowingCard } from '../../domain/programmes/api.ts'
import { countUnits } from '../../domain/programmes/programme.ts'
import { countDone, type DoneUnit, placeOn, type Stay } from '../../domain/programmes/progress.ts'
import { weeksOf } from '../../domain/programmes/weeks.ts'
import type { Database, Transaction } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { deleteRows, findRow, insertIfNew, lockRow, updaterOf } from '../db/rows.ts'
import { programmeFollows, programmeUnits } from '../db/schema/programmes.ts'

export type FollowRow = typeof programmeFollows.$inferSelect

/** A programme that someone follows, with what they did and their times away. */
export interface FoundFollow {
  id: number
  slug: string
  title: string
  text: string
  stays: Stay[]
  done: DoneUnit[]
  pauses: Pause[]
  created_at: Date
  ended_at: Date | null
  run_id: number | null
  group_title: string | null
  group_slug: string | null
}

/** The units that someone did in the follow `f`, the last one last. */
export const DONE = sql`(select coalesce(json_agg(json_build_object('stay', d.stay, 'week', d.week, 'unit', d.unit, 'day', d.day)
  order by d.created_at, d.week, d.unit), '[]') from programme_units d where d.follow_id = f.id)`

function listFollows(db: Database, where: SQL, order = sql`f.id`): Promise<FoundFollow[]> {
  return selectRows<FoundFollow & Record<string, unknown>>(
    db,
    sql`select f.id::int, f.slug, f.title, f.text, f.stays, f.created_at, f.ended_at, f.run_id::int, u.pauses, ${DONE} as done,
        g.title as group_title, g.slug as group_slug
      from programme_follows f join users u on u.id = f.user_id
      left join group_programmes r on r.id = f.run_id
      left join groups g on g.id = r.group_id and g.hidden_at is null
      where ${where} order by ${order}`
  )
}

/** Those that the person follows now. */
export const listActive = (db: Database, userId: number): Promise<FoundFollow[]> =>
  listFollows(db, sql`f.user_id = ${userId} and f.ended_at is null`)

/** A page shows at most so many that a person stopped. */
const MOST_STOPPED = 50

/** Those that the person stopped, the latest first. */
export const listStopped = (db: Database, userId: number): Promise<FoundFollow[]> =>
  listFollows(
    db,
    sql`f.user_id = ${userId} and f.ended_at is not null`,
    sql`f.ended_at desc, f.id desc limit ${sql.raw(String(MOST_STOPPED))}`
  )

export async function findFollow(db: Database, userId: number, id: number): Promise<FoundFollow | null> {
  const [row] = await listFollows(db, sql`f.user_id = ${userId} and f.id = ${id}`)
  return row ?? null
}

const isActive = (userId: number, slug: string) =>
  and(eq(programmeFollows.user_id, userId), eq(programmeFollows.slug, slug), isNull(programmeFollows.ended_at))

export function findActive(tx: Transaction, userId: number, slug: string): Promise<FollowRow | null> {
  return findRow(tx, programmeFollows, isActive(userId, slug))
}

export function lockFollow(tx: Transaction, userId: number, id: number): Promise<FollowRow | null> {
  return lockRow(tx, programmeFollows, and(eq(programmeFollows.user_id, userId), eq(programmeFollows.id, id)))
}

export async function countActive(tx: Transaction, userId: number): Promise<number> {
  return tx.$count(programmeFollows, and(eq(programmeFollows.user_id, userId), isNull(programmeFollows.ended_at)))
}

export async function insertFollow(tx: Transaction, row: typeof programmeFollows.$inferInsert): Promise<number> {
  const [made] = await tx.insert(programmeFollows).values(row).returning({ id: programmeFollows.id })
  if (!made) throw new Error('the programme was not followed')
  return made.id
}

export const updateFollow = updaterOf(programmeFollows)

/** Everyone who follows a run goes on alone. */
export async function leaveRun(tx: Transaction, runId: number): Promise<void> {
  await tx.update(programmeFollows).set({ run_id: null }).where(eq(programmeFollows.run_id, runId))
}

export async function insertUnit(tx: Transaction, row: typeof programmeUnits.$inferInsert): Promise<void> {
  await insertIfNew(tx, programmeUnits, row)
}

/** @param stay null for all stays */
export async function deleteUnit(
  tx: Transaction,
  { follow_id, week, unit }: Pick<typeof programmeUnits.$inferInsert, 'follow_id' | 'week' | 'unit'>,
  stay: number | null
): Promise<void> {
  const isUnit = and(
    eq(programmeUnits.follow_id, follow_id),
    eq(programmeUnits.week, week),
    eq(programmeUnits.unit, unit)
  )
  await deleteRows(tx, programmeUnits, stay === null ? isUnit : and(isUnit, eq(programmeUnits.stay, stay)))
}

export const pathOfFollow = (id: number): string => `/my/programmes/${id}`

export function toWireFollow(row: FoundFollow): Follow {
  const { id, title, slug, text, stays, done, pauses, group_title, group_slug } = row
  return {
    ...{ id, title, stays, done, pauses },
    path: pathOfFollow(id),
    programme_path: `/programmes/${slug}`,
    weeks: [...weeksOf(text)],
    has_ended: row.ended_at ? 1 : 0,
    group: group_title === null ? null : { title: group_title, path: `/group/${group_slug}` }
  }
}

/** The day on which someone stopped. */
export const lastDayOf = ({ ended_at, created_at }: FoundFollow, calendar: Calendar): Day =>
  dayOf((ended_at ?? created_at).getTime(), calendar)

export function toFollowingCard(row: FoundFollow, today: string): FollowingCard {
  const weeks = weeksOf(row.text)
  return {
    title: row.title,
    path: pathOfFollow(row.id),
    week: placeOn(weeks, row, row.pauses, today).week + 1,
    weeks_count: weeks.length,
    done: countDone(row.done),
    units_count: countUnits(weeks)
  }
}
