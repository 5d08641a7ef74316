/** Programmes that groups follow together, and how their members do. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Pause } from '../../domain/days/streak.ts'
import { type Calendar, type Day, dayOf } from '../../domain/lib/day.ts'
import { type DoneUnit, doneIn, placeOn, type Stay } from '../../domain/programmes/progress.ts'
import { weeksOf } from '../../domain/programmes/weeks.ts'
import type { Database, Transaction } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { findRow, lockRow, updaterOf } from '../db/rows.ts'
import { groupProgrammes } from '../db/schema/programmes.ts'
import { DONE } from './follow-rows.ts'

export type RunRow = typeof groupProgrammes.$inferSelect

/** Locks a run of a group that may change. */
export function lockRun(tx: Transaction, id: number): Promise<RunRow | null> {
  return lockRow(tx, groupProgrammes, eq(groupProgrammes.id, id), 'no key update')
}

const isActive = (groupId: number) => and(eq(groupProgrammes.group_id, groupId), isNull(groupProgrammes.ended_at))

export function findActiveRun(tx: Transaction, groupId: number, slug: string): Promise<RunRow | null> {
  return findRow(tx, groupProgrammes, and(isActive(groupId), eq(groupProgrammes.slug, slug)))
}

export async function countRuns(tx: Transaction, groupId: number): Promise<number> {
  return tx.$count(groupProgrammes, isActive(groupId))
}

export async function insertRun(tx: Transaction, row: typeof groupProgrammes.$inferInsert): Promise<RunRow> {
  const [made] = await tx.insert(groupProgrammes).values(row).returning()
  if (!made) throw new Error('the programme was not started')
  return made
}

export const updateRun = updaterOf(groupProgrammes)

/** How far a member is, in their own week of a run. Weeks count from 1. */
export interface MemberOfRun {
  run_id: number
  username: string
  week: number
  done: number
  units: number
}

type MemberRow = Calendar & {
  run_id: number
  username: string
  text: string
  stays: Stay[]
  done: DoneUnit[]
  pauses: Pause[]
}

/** Of each run, the members who followed it first are looked at. */
const MOST_MEMBERS = 100

/**
 * How the members of groups do in the programmes that they follow together, for another member. Leaves out people who
 * left the group, and those whom the viewer blocks or who block the viewer.
 */
export async function listMembersOf(
  db: Database,
  runs: readonly number[],
  viewer: { id: number },
  now: number
): Promise<MemberOfRun[]> {
  if (runs.length === 0) return []
  const rows = await selectRows<MemberRow & Record<string, unknown>>(
    db,
    sql`select f.run_id::int, u.username::text, u.time_zone, u.day_start, u.pauses, f.text, f.stays, ${DONE} as done
      from unnest(${sql.param(runs)}::bigint[]) wanted(id)
      join group_programmes r on r.id = wanted.id
      cross join lateral (select * from programme_follows f
        where f.run_id = r.id and f.ended_at is null order by f.id limit ${sql.raw(String(MOST_MEMBERS))}) f
      join users u on u.id = f.user_id
      where exists (select from group_members m where m.group_id = r.group_id and m.user_id = f.user_id)
        and exists (select from group_members m where m.group_id = r.group_id and m.user_id = ${viewer.id})
        and ${isBetween(viewer.id)}
      order by f.id`
  )
  return rows.map(row => {
    const weeks = weeksOf(row.text)
    const today: Day = dayOf(now, row)
    const place = placeOn(weeks, row, row.pauses, today)
    const units = weeks[place.week]?.units.length ?? 0
    const done = new Set(doneIn(row.done, place).map(({ unit }) => unit)).size
    return { run_id: row.run_id, username: row.username, week: place.week + 1, done, units }
  })
}

const isBetween = (viewerId: number): SQL => sql`not exists (select from mutes x
  where (x.user_id = f.user_id and x.muted_id = ${viewerId} and x.is_block)
    or (x.user_id = ${viewerId} and x.muted_id = f.user_id))`

/** The programmes that a group follows now, and my page of each; null when I don't follow it. */
export function listRuns(
  db: Database,
  groupId: number,
  userId: number
): Promise<{ id: number; slug: string; title: string; text: string; starts_on: Day; follow_id: number | null }[]> {
  return selectRows(
    db,
    sql`select r.id::int, r.slug, r.title, r.text, r.starts_on::text, f.id::int as follow_id
      from group_programmes r
      left join programme_follows f on f.run_id = r.id and f.user_id = ${userId} and f.ended_at is null
      where r.group_id = ${groupId} and r.ended_at is null order by r.id`
  )
}

/** My groups that I created and am in, without those that follow this programme already. */
export function listGroupsToStartIn(
  db: Database,
  userId: number,
  slug: string
): Promise<{ slug: string; title: string }[]> {
  return selectRows(
    db,
    sql`select g.slug, g.title from groups g join group_members m on m.group_id = g.id and m.user_id = g.user_id
      where g.user_id = ${userId} and g.hidden_at is null and not exists (select from group_programmes r
        where r.group_id = g.id and r.slug = ${slug} and r.ended_at is null)
      order by g.id desc limit 100`
  )
}
