/** Finds groups and converts them to wire format, and checks what may be put into them (D-109, D-113, D-134). */

import { eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../domain/accounts/user.ts'
import type { Hut } from '../../domain/browse/api.ts'
import type { Group, GroupData } from '../../domain/groups/api.ts'
import { attachRight, canDetach, JOIN_GROUP_FIRST, NO_GROUP } from '../../domain/groups/group.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import { columnsToRead, type RowToRead } from '../db/columns.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { groups } from '../db/schema/groups.ts'
import type { Dependencies } from '../dependencies.ts'
import { readSlugOrId } from '../lib/id.ts'
import type { SignedIn } from '../lib/signed-in.ts'

export type GroupRow = RowToRead<typeof groups>

/** A group with the details of its page. */
export type FoundGroup = GroupRow & { is_joined: boolean; parents_title: string | null }

/** A group by slug, or by id if the address is a number (D-40), and whether the viewer is a member. */
export async function findGroup(
  db: Handle,
  slugOrId: string | number,
  userId: number | null
): Promise<FoundGroup | null> {
  const [row] = await db
    .select({
      group: columnsToRead(groups),
      is_joined: sql<boolean>`exists (select from group_members m
        where m.group_id = ${groups}.id and m.user_id = ${userId})`,
      parents_title: sql<
        string | null
      >`(select p.title from groups p where p.id = ${groups}.parent_id and p.hidden_at is null)`
    })
    .from(groups)
    .where(isSlugOrId(String(slugOrId)))
  return row ? { ...row.group, is_joined: row.is_joined, parents_title: row.parents_title } : null
}

/** Locks a group before its row is read for a change, and before its members change. A deletion locks in that order too. */
export async function lockGroup(tx: Transaction, slugOrId: string): Promise<void> {
  await tx.select({ id: groups.id }).from(groups).where(isSlugOrId(slugOrId)).for('no key update')
}

/** A group by slug or id. Refuses with 404 what is missing or hidden from the viewer. */
export async function getGroup(db: Handle, slugOrId: string | number, viewer: Viewer): Promise<FoundGroup> {
  return needVisible((await findGroup(db, slugOrId, viewer?.id ?? null)) ?? refuse({ kind: 'notFound' }), viewer)
}

export function toWireHut(
  row: Pick<GroupRow, 'id' | 'slug' | 'title' | 'content' | 'user_count'> & { is_joined: boolean }
): Hut {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    url: `/group/${row.slug}`,
    content: row.content,
    user_count: row.user_count,
    is_joined: row.is_joined ? 1 : 0
  }
}

/** A group as its page shows it. */
export async function showGroup({ db }: Pick<Dependencies, 'db'>, group: FoundGroup): Promise<Group> {
  const newest = await listNewest(db, [group.id])
  return toWireGroup(group, newest.get(group.id) ?? [])
}

export interface NamedActivity {
  slug: string
  title: string
}

const NEWEST = 3

/** The newest activities of each of these groups. */
export async function listNewest(db: Database, groupIds: number[]): Promise<Map<number, NamedActivity[]>> {
  if (groupIds.length === 0) return new Map()
  const { rows } = await db.execute<NamedActivity & { group_id: number } & Record<string, unknown>>(sql`
    select wanted.id::int as group_id, newest.slug, newest.title
    from unnest(${sql.param(groupIds)}::bigint[]) as wanted(id),
      lateral (select a.slug, a.title from activities a
        where a.group_id = wanted.id and a.deleted_at is null and not a.unlisted order by a.id desc limit ${NEWEST}) newest`)
  return Map.groupBy(rows, row => row.group_id)
}

export function toWireGroup(
  row: GroupRow & { is_joined: boolean; parents_title: string | null },
  newest: readonly NamedActivity[]
): Group {
  const { parents_title, time_zone, revision } = row
  return {
    ...toWireHut(row),
    ...(row.hidden_at ? { is_hidden: 1 as const } : {}),
    ...{ parents_title, challenges: newest.map(named), time_zone, revision }
  }
}

export function named({ slug, title }: NamedActivity) {
  return { slug, title, path: `/activities/${slug}` }
}

/**
 * Checks that `ownerId` may move something from one group (null: none) to another. Refuses under the form field of the
 * group. Staying in a group is always allowed.
 */
export async function checkMove(
  tx: Transaction,
  viewer: SignedIn,
  ownerId: number,
  { from, to }: { from: number | null; to: number | null }
): Promise<void> {
  const asked = to ?? from
  if (from === to || asked === null) return
  const group = (await findGroup(tx, asked, viewer.id)) ?? refuse(invalid('challenge.hut_id', NO_GROUP))
  const owned = { user_id: ownerId }
  const isFree =
    to === null ? canDetach(group, owned, viewer) : attachRight(group, owned, viewer, group.is_joined) === 'move'
  if (!isFree) {
    refuse(invalid('challenge.hut_id', JOIN_GROUP_FIRST))
  }
}

function isSlugOrId(slugOrId: string): SQL {
  const { slug, id } = readSlugOrId(slugOrId)
  return id < 0 ? eq(groups.slug, slug) : eq(groups.id, id)
}

/** The way to a group, as its pages show it. */
export function breadcrumbsOf({ title, url }: Group): GroupData['breadcrumbs'] {
  return [
    { title: 'Home', path: '/' },
    { title: 'Groups', path: '/groups' },
    { title, path: url }
  ]
}
