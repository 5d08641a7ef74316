import { and, eq, type SQL, sql } from 'drizzle-orm'
import { columnsToRead } from '../db/columns.ts'
import type { Database, Transaction } from '../db/database.ts'
import { preparedInsert } from '../db/prepared.ts'
import { groupMembers, groups } from '../db/schema/groups.ts'
import { search } from '../db/search.ts'
import { cut, type Found } from '../lib/paging.ts'
import type { GroupRow, NamedActivity } from './group-rows.ts'

export async function findGroupByKey(db: Database, userId: number, key: string): Promise<GroupRow | null> {
  const [row] = await db
    .select(columnsToRead(groups))
    .from(groups)
    .where(and(eq(groups.user_id, userId), eq(groups.request_key, key)))
  return row ?? null
}

export const insertGroup = preparedInsert(groups)

export async function updateGroupRow(
  tx: Transaction,
  id: number,
  change: Partial<typeof groups.$inferInsert>
): Promise<void> {
  await tx.update(groups).set(change).where(eq(groups.id, id))
}

/**
 * The ids of a group, its parent and so on; empty if there is no such group. Other callers wait until
 * the transaction ends, so that two changes at once create no circle.
 */
export async function listAbove(tx: Transaction, id: number): Promise<number[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parents of groups'))`)
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive above as (
      select g.id, g.parent_id from groups g where g.id = ${id}
      union select g.id, g.parent_id from groups g join above on g.id = above.parent_id
    ) select id::int from above`)
  return rows.map(row => row.id)
}

/** Adds a member. Returns false when they were a member already. */
export async function insertMember(tx: Transaction, groupId: number, userId: number, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(groupMembers)
    .values({ group_id: groupId, user_id: userId, created_at: now })
    .onConflictDoNothing()
    .returning({ id: groupMembers.user_id })
  return rows.length > 0
}

/** Removes a member. Returns false when they were no member. */
export async function deleteMember(tx: Transaction, groupId: number, userId: number): Promise<boolean> {
  const rows = await tx
    .delete(groupMembers)
    .where(and(eq(groupMembers.group_id, groupId), eq(groupMembers.user_id, userId)))
    .returning({ id: groupMembers.user_id })
  return rows.length > 0
}

/** Changes the count of members, and returns it. */
export async function addToMembers(tx: Transaction, groupId: number, change: 1 | -1 | 0): Promise<number> {
  const [row] = await tx
    .update(groups)
    .set({ user_count: sql`${groups.user_count} + ${change}` })
    .where(eq(groups.id, groupId))
    .returning({ count: groups.user_count })
  return row?.count ?? 0
}

/** Activities outside the group whose title matches `q`, of one person or of everyone, the newest first. */
export function listOutside(
  db: Database,
  groupId: number,
  { q, ownerId, limit }: { q: string; ownerId: number | null; limit: number }
): Promise<NamedActivity[]> {
  const rows = sql`activities a where a.deleted_at is null and a.group_id is distinct from ${groupId}
    ${ownerId === null ? sql`` : sql`and a.user_id = ${ownerId}`}`
  const query = ({ inOrder }: Found): SQL =>
    sql`select a.slug, a.title from ${rows} and ${inOrder[0]} order by a.id desc ${cut({ limit, offset: 0 })}`
  return search(db, q, { rows, title: sql`a.searched` }, query)
}
