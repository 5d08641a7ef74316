import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { deleteRows, insertIfNew } from '../db/rows.ts'
import { activities, followers } from '../db/schema/activities.ts'
import { isOneOf } from '../lib/paging.ts'

/**
 * The first activity after a random point on the line of ids, which wraps around. Ordering by random() would read every
 * row.
 */
export async function findActivityFrom(db: Database, point: number, termIds: number[] | null) {
  const open = and(
    isNull(activities.deleted_at),
    eq(activities.is_preset, false),
    eq(activities.unlisted, false),
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

/** Adds a follower. Returns false when the person follows already. */
export function insertFollower(tx: Transaction, activityId: number, userId: number, now: Date): Promise<boolean> {
  return insertIfNew(tx, followers, { activity_id: activityId, user_id: userId, created_at: now })
}

export function deleteFollower(tx: Transaction, activityId: number, userId: number): Promise<boolean> {
  return deleteRows(tx, followers, and(eq(followers.activity_id, activityId), eq(followers.user_id, userId)))
}

/** Changes the count of followers, and returns it. */
export async function addToFollowers(tx: Transaction, activityId: number, change: 1 | -1 | 0): Promise<number> {
  const [row] = await tx
    .update(activities)
    .set({ followers_count: sql`${activities.followers_count} + ${change}` })
    .where(eq(activities.id, activityId))
    .returning({ count: activities.followers_count })
  return row?.count ?? 0
}
