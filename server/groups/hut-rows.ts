/** Groups as activities and sessions show them. */
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Hut } from '../../domain/browse/api.ts'
import { groupMembers, groups } from '../db/schema/groups.ts'
import type { Dependencies } from '../dependencies.ts'
import { findGroup, toWireHut } from './group-rows.ts'

/** The group of an activity or session, as its page shows it. */
export async function lookUpHut(
  { db }: Pick<Dependencies, 'db'>,
  slugOrId: string | number | null,
  viewer: { id: number } | null
): Promise<Hut | null> {
  const group = slugOrId === null ? null : await findGroup(db, slugOrId, viewer?.id ?? null)
  return group && group.hidden_at === null ? toWireHut(group) : null
}

/** A form offers at most this many groups. */
const MOST_OFFERED = 100

/** Groups of which the person is a member, for a form; the newest first. */
export async function listHuts({ db }: Pick<Dependencies, 'db'>, viewer: { id: number } | null): Promise<Hut[]> {
  if (!viewer) return []
  const rows = await db
    .select({ group: groups })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.group_id))
    .where(and(eq(groupMembers.user_id, viewer.id), isNull(groups.hidden_at)))
    .orderBy(desc(groupMembers.group_id))
    .limit(MOST_OFFERED)
  // A form shows only names, so the texts are left out.
  return rows.map(({ group }) => toWireHut({ ...group, content: '', is_joined: true }))
}
