import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ActivityList } from '../../domain/lists/api.ts'
import type { Database } from '../db/database.ts'
import { deleteRows } from '../db/rows.ts'
import { activities } from '../db/schema/activities.ts'
import { groups } from '../db/schema/groups.ts'
import { activityLists, listedActivities } from '../db/schema/lists.ts'
import type { Slice } from '../lib/paging.ts'

const columns = {
  id: activityLists.id,
  title: activityLists.title,
  count: sql<number>`(select count(*)::int from listed_activities l join activities a on a.id = l.activity_id
    where l.list_id = activity_lists.id and a.deleted_at is null and a.hidden_at is null)`
}

export function listLists(db: Database, userId: number, slice: Slice): Promise<ActivityList[]> {
  return db
    .select(columns)
    .from(activityLists)
    .where(eq(activityLists.user_id, userId))
    .orderBy(desc(activityLists.id))
    .limit(slice.limit)
    .offset(slice.offset)
}

/** My list; someone else's is not found. */
export async function findList(db: Database, userId: number, id: number): Promise<ActivityList | null> {
  const [row] = await db.select(columns).from(activityLists).where(mine(userId, id))
  return row ?? null
}

export async function findListByKey(db: Database, userId: number, key: string) {
  const [row] = await db
    .select({ ...columns, request_digest: activityLists.request_digest })
    .from(activityLists)
    .where(and(eq(activityLists.user_id, userId), eq(activityLists.request_key, key)))
  return row ?? null
}

export async function insertList(db: Database, list: typeof activityLists.$inferInsert): Promise<ActivityList> {
  const [row] = await db.insert(activityLists).values(list).returning({ id: activityLists.id })
  if (!row) throw new Error('the list was not inserted')
  return { id: row.id, title: list.title, count: 0 }
}

export async function renameList(db: Database, userId: number, id: number, title: string): Promise<void> {
  await db.update(activityLists).set({ title }).where(mine(userId, id))
}

export async function deleteList(db: Database, userId: number, id: number): Promise<void> {
  await db.delete(activityLists).where(mine(userId, id))
}

/** Adds to a list that still exists; a list that is being deleted takes nothing more. */
export async function insertListed(db: Database, listId: number, activityId: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into listed_activities (list_id, activity_id, created_at)
    select l.id, ${activityId}, ${now.toISOString()}::timestamptz from activity_lists l where l.id = ${listId} for key share
    on conflict do nothing`)
}

export async function deleteListed(db: Database, listId: number, activityId: number): Promise<void> {
  await deleteRows(
    db,
    listedActivities,
    and(eq(listedActivities.list_id, listId), eq(listedActivities.activity_id, activityId))
  )
}

/** Ids of my lists that contain an activity. */
export async function listHolding(db: Database, userId: number, activityId: number): Promise<number[]> {
  const rows = await db
    .select({ id: activityLists.id })
    .from(activityLists)
    .innerJoin(listedActivities, eq(listedActivities.list_id, activityLists.id))
    .where(and(eq(activityLists.user_id, userId), eq(listedActivities.activity_id, activityId)))
  return rows.map(row => row.id)
}

/** The activities of a list, the last added first. */
export function listActivitiesOf(db: Database, listId: number, userId: number, slice: Slice) {
  return db
    .select({
      id: activities.id,
      slug: activities.slug,
      title: activities.title,
      is_preset: activities.is_preset,
      participant_limit: activities.participant_limit,
      followers_count: activities.followers_count,
      duration: activities.duration,
      difficulty: activities.difficulty,
      term_id: activities.term_id,
      hut_slug: groups.slug,
      hut_title: groups.title,
      is_joined: sql<boolean>`exists (select from followers f where f.activity_id = activities.id and f.user_id = ${userId})`
    })
    .from(listedActivities)
    .innerJoin(activities, eq(activities.id, listedActivities.activity_id))
    .leftJoin(groups, and(eq(groups.id, activities.group_id), isNull(groups.hidden_at)))
    .where(and(eq(listedActivities.list_id, listId), isNull(activities.deleted_at), isNull(activities.hidden_at)))
    .orderBy(desc(listedActivities.created_at), desc(activities.id))
    .limit(slice.limit)
    .offset(slice.offset)
}

function mine(userId: number, id: number) {
  return and(eq(activityLists.id, id), eq(activityLists.user_id, userId))
}
