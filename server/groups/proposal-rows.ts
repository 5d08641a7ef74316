/** Groups that ask hosts for their activities (D-134). A declined proposal stays for a day and blocks another one. */
import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { deleteRows, hasRow, updateRows } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { activities, groupProposals } from '../db/schema/activities.ts'
import { groups } from '../db/schema/groups.ts'

/** The most proposals shown at once. */
const MOST_SHOWN = 20

const waits = isNull(groupProposals.declined_at)

const isOf = (groupId: number, activityId: number) =>
  and(eq(groupProposals.group_id, groupId), eq(groupProposals.activity_id, activityId))

/** How long a group must wait after a host has declined. */
const REST_MS = 86_400_000

/** Stores a proposal. Returns false when the host has declined it within the last day. */
export async function propose(tx: Transaction, groupId: number, activityId: number, now: Date): Promise<boolean> {
  await tx
    .insert(groupProposals)
    .values({ group_id: groupId, activity_id: activityId, created_at: now })
    .onConflictDoUpdate({
      target: [groupProposals.group_id, groupProposals.activity_id],
      set: { created_at: now, declined_at: null },
      setWhere: lte(groupProposals.declined_at, new Date(now.getTime() - REST_MS))
    })
  return hasRow(tx, groupProposals, and(isOf(groupId, activityId), waits))
}

/** Takes back a waiting proposal. Returns whether there was one. A declined one stays. */
export function takeBackProposal(tx: Transaction, groupId: number, activityId: number): Promise<boolean> {
  return deleteRows(tx, groupProposals, and(isOf(groupId, activityId), waits))
}

/** Deletes a proposal, even a declined one, since the host may change their mind. Returns whether there was one. */
export function forgetProposal(tx: Transaction, groupId: number, activityId: number): Promise<boolean> {
  return deleteRows(tx, groupProposals, isOf(groupId, activityId))
}

/** Declines a waiting proposal. Returns whether there was one. */
export function declineIn(tx: Transaction, groupId: number, activityId: number, now: Date): Promise<boolean> {
  return updateRows(tx, groupProposals, and(isOf(groupId, activityId), waits), { declined_at: now })
}

/** Groups that wait for an activity's host. */
export async function listProposalsTo(db: Database, activityId: number) {
  const rows = await db
    .select({ slug: groups.slug, title: groups.title })
    .from(groupProposals)
    .innerJoin(groups, eq(groups.id, groupProposals.group_id))
    .where(and(eq(groupProposals.activity_id, activityId), waits))
    .orderBy(desc(groupProposals.created_at), desc(groups.id))
    .limit(MOST_SHOWN)
  return rows.map(row => ({ ...row, path: `/group/${row.slug}` }))
}

/** Activities that a group waits for, with their hosts' names. */
export async function listProposalsOf(db: Database, groupId: number) {
  const rows = await db
    .select({ slug: activities.slug, title: activities.title, host: users.username })
    .from(groupProposals)
    .innerJoin(activities, eq(activities.id, groupProposals.activity_id))
    .innerJoin(users, eq(users.id, activities.user_id))
    .where(and(eq(groupProposals.group_id, groupId), waits, isNull(activities.deleted_at)))
    .orderBy(desc(groupProposals.created_at), desc(activities.id))
    .limit(MOST_SHOWN)
  return rows.map(row => ({ ...row, path: `/activities/${row.slug}` }))
}
