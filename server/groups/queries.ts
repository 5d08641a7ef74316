import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { preparedInsert } from '../db/prepared.ts'
import { deleteRows, finderByKey, insertIfNew, updateRows, updaterOf } from '../db/rows.ts'
import { groupMembers, groups } from '../db/schema/groups.ts'
import { seriesRegulars } from '../db/schema/series.ts'
import { search } from '../db/search.ts'
import { cut, type Found } from '../lib/paging.ts'
import type { NamedActivity } from './group-rows.ts'

export const findGroupByKey = finderByKey(groups)

export const insertGroup = preparedInsert(groups)

/** Returns whether there was such a group. */
export function deleteGroupRow(tx: Transaction, id: number): Promise<boolean> {
  return deleteRows(tx, groups, eq(groups.id, id))
}

export const updateGroupRow = updaterOf(groups)

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
export function insertMember(tx: Transaction, groupId: number, userId: number, now: Date): Promise<boolean> {
  return insertIfNew(tx, groupMembers, { group_id: groupId, user_id: userId, created_at: now })
}

/** Removes a member. Returns false when they were no member. */
export function deleteMember(tx: Transaction, groupId: number, userId: number): Promise<boolean> {
  return deleteRows(tx, groupMembers, and(eq(groupMembers.group_id, groupId), eq(groupMembers.user_id, userId)))
}

/** A person who leaves a group no longer comes to its series. The sweep gives up their places. */
export async function endRegular(tx: Transaction, groupId: number, userId: number, now: Date): Promise<void> {
  const ofGroup = sql`${seriesRegulars.series_id} in (select id from series where group_id = ${groupId})`
  await updateRows(tx, seriesRegulars, and(eq(seriesRegulars.user_id, userId), ofGroup), { ended_at: now })
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

/**
 * Activities outside the group whose title matches `q`, the newest first: those of one person, and with `ofOthers` the
 * listed ones of everyone (D-159).
 */
export function listOutside(
  db: Database,
  groupId: number,
  { q, ownerId, ofOthers, limit }: { q: string; ownerId: number; ofOthers: boolean; limit: number }
): Promise<NamedActivity[]> {
  const isListed = ofOthers ? sql`or not a.unlisted` : sql``
  const rows = sql`activities a where a.deleted_at is null and a.group_id is distinct from ${groupId}
    and (a.user_id = ${ownerId} ${isListed})`
  const query = ({ inOrder }: Found): SQL =>
    sql`select a.slug, a.title from ${rows} and ${inOrder[0]} order by a.id desc ${cut({ limit, offset: 0 })}`
  return search(db, q, { rows, title: sql`a.searched` }, query)
}
