import { and, asc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { onceEach, prepared } from '../db/prepared.ts'
import { activities, followers } from '../db/schema.ts'
import { isOneOf, withHits } from '../lib/paging.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { type Meant, matches, search } from '../lib/title-search.ts'
import type { Filters } from './filters.ts'

export interface ActivityListRow {
  id: number
  slug: string
  title: string
  is_preset: boolean
  participant_limit: number | null
  followers_count: number
  duration: number
  difficulty: number | null
  term_id: number | null
  hut_slug: string | null
  hut_title: string | null
  is_joined: boolean
  total: number
}

function where(filters: Filters, meant: Meant | null, viewerId: number | null): SQL {
  const conditions = [sql`a.deleted_at is null`]
  if (filters.templates) conditions.push(sql`a.is_preset`)
  if (filters.termIds) conditions.push(isOneOf(sql`a.term_id`, filters.termIds))
  if (filters.difficulty !== null) conditions.push(sql`a.difficulty = ${filters.difficulty}`)
  if (filters.groupId !== null) conditions.push(sql`a.group_id = ${filters.groupId}`)
  if (meant) conditions.push(matches(sql`a.searched`, meant))
  if (filters.joined) {
    conditions.push(sql`a.id in (select f.activity_id from followers f where f.user_id = ${viewerId}
      union all select own.id from activities own where own.user_id = ${viewerId})`)
  }
  return sql.join(conditions, sql` and `)
}

/** A page of activities, the newest first, each with the count of all up to 100; read as `listSessions` does. */
export async function listActivities(
  db: Database,
  filters: Filters,
  viewerId: number | null
): Promise<ActivityListRow[]> {
  const titles = { rows: sql`activities a where a.deleted_at is null`, title: sql`a.searched` }
  const list = (viewer: number | null): Promise<ActivityListRow[]> =>
    search(db, filters.q, titles, meant => activityList(filters, meant, viewer))
  if (filters.joined || viewerId === null) return list(viewerId)
  const rows = await publicLists(db)(JSON.stringify(filters), () => list(null))
  if (rows.length === 0) return rows
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const followed = new Set((await followedOf(db).execute({ user: viewerId, ids })).map(({ id }) => id))
  return rows.map(row => ({ ...row, is_joined: followed.has(row.id) }))
}

const publicLists = onceEach((_: Database) => singleFlight<ActivityListRow[]>('sent'))

const followedOf = prepared(db =>
  db
    .select({ id: followers.activity_id })
    .from(followers)
    .where(
      and(
        eq(followers.user_id, sql.placeholder('user')),
        sql`${followers.activity_id} in (select jsonb_array_elements(${sql.placeholder('ids')}::jsonb)::bigint)`
      )
    )
    .prepare('')
)

function activityList(filters: Filters, meant: Meant | null, viewerId: number | null): SQL {
  const ids = sql`select a.id from activities a where ${where(filters, meant, viewerId)} order by a.id desc`
  const isJoined =
    viewerId === null
      ? sql`false`
      : sql`exists (select from followers f where f.activity_id = a.id and f.user_id = ${viewerId})`
  return sql`${withHits(ids, filters.slice)}
    select a.id::int, a.slug, a.title, a.is_preset, a.participant_limit, a.followers_count, a.duration, a.difficulty,
      a.term_id::int, h.slug as hut_slug, h.title as hut_title, ${isJoined} as is_joined, hits.total
    from hits join activities a on a.id = any(hits.ids) left join groups h on h.id = a.group_id
    order by a.id desc`
}

/** What follows a random point on the line of ids, going round; an order by random() would read every row. */
export async function findActivityFrom(
  db: Database,
  point: number,
  termIds: number[] | null
): Promise<{ slug: string } | null> {
  const open = and(
    isNull(activities.deleted_at),
    eq(activities.is_preset, false),
    termIds === null ? undefined : isOneOf(sql`${activities.term_id}`, termIds)
  )
  const [ends] = await db
    .select({ first: sql<number>`min(${activities.id})::int`, last: sql<number>`max(${activities.id})::int` })
    .from(activities)
    .where(open)
  if (!ends?.last) return null
  const from = ends.first + (point % (ends.last - ends.first + 1))
  const [row] = await db
    .select({ slug: activities.slug })
    .from(activities)
    .where(and(open, gte(activities.id, from)))
    .orderBy(asc(activities.id))
    .limit(1)
  return row ?? null
}

export async function isFollowing(db: Database, activityId: number, userId: number): Promise<boolean> {
  const rows = await db
    .select({ id: followers.user_id })
    .from(followers)
    .where(and(eq(followers.activity_id, activityId), eq(followers.user_id, userId)))
  return rows.length > 0
}

/** Returns whether it was new; following twice changes nothing. */
export async function insertFollower(tx: Transaction, activityId: number, userId: number, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(followers)
    .values({ activity_id: activityId, user_id: userId, created_at: now })
    .onConflictDoNothing()
    .returning({ id: followers.user_id })
  return rows.length > 0
}

export async function deleteFollower(tx: Transaction, activityId: number, userId: number): Promise<boolean> {
  const rows = await tx
    .delete(followers)
    .where(and(eq(followers.activity_id, activityId), eq(followers.user_id, userId)))
    .returning({ id: followers.user_id })
  return rows.length > 0
}

export async function addToFollowers(tx: Transaction, activityId: number, change: 1 | -1 | 0): Promise<number> {
  const [row] = await tx
    .update(activities)
    .set({ followers_count: sql`${activities.followers_count} + ${change}` })
    .where(eq(activities.id, activityId))
    .returning({ count: activities.followers_count })
  return row?.count ?? 0
}
