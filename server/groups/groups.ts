/** Creates and changes groups, and their members (GRP-01..GRP-49, D-109, D-110, D-113). All of it is free. */

import type { Group } from '../../domain/groups/api.ts'
import { canEditGroup, ONLY_CREATOR, parentCheck } from '../../domain/groups/group.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import type { Reason } from '../../domain/moderation/hidden.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { safeHtml } from '../lib/html.ts'
import { NO_KEY, once, type RequestKey, withFreeSlug } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { slugFor } from '../lib/slugs.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import { noteUses } from '../uploads/upload-rows.ts'
import { type GroupRow, getGroup, lockGroup, showGroup, toWireGroup } from './group-rows.ts'
import { deleteGroupRow, findGroupByKey, insertGroup, insertMember, listAbove, updateGroupRow } from './queries.ts'

/** With a key, a second call returns the group that the first one made. */
export async function createGroup(
  deps: Dependencies,
  viewer: SignedIn,
  wish: { title: string; content: string; time_zone?: string | undefined },
  key: RequestKey | null
): Promise<Group> {
  const { db, clock } = deps
  const at = dateAt(clock)
  const find = (known: string) => findGroupByKey(db, viewer.id, known)
  const show = async ({ id }: GroupRow) => showGroup(deps, await getGroup(db, id, viewer))
  return once(key, 'groups_request', find, show, () =>
    // The plain slug is for the first of its title; later ones get five random characters.
    withFreeSlug('groups_slug_key', async isTaken => {
      const row = await db.transaction(async tx => {
        const made = await insertGroup(tx, {
          user_id: viewer.id,
          slug: slugFor(wish.title, isTaken, 'group'),
          title: wish.title,
          content: safeHtml(wish.content),
          time_zone: wish.time_zone ?? viewer.time_zone,
          user_count: 1,
          ...(key ?? NO_KEY),
          created_at: at,
          updated_at: at
        })
        await insertMember(tx, made.id, viewer.id, at)
        await noteUses(tx, { group_id: made.id }, viewer.id, [made.content])
        return made
      })
      return toWireGroup({ ...row, is_joined: true, parents_title: null }, [])
    })
  )
}

export interface GroupChange {
  title?: string | undefined
  content?: string | undefined
  time_zone?: string | undefined
  parent_id?: number | null | undefined
  /** The revision that the change began from. */
  revision?: number | undefined
}

/** Saves the sent fields of a group. */
export async function updateGroup(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  sent: GroupChange
): Promise<Group> {
  const updated = await deps.db.transaction(async tx => {
    await lockGroup(tx, slugOrId)
    const group = await getGroup(tx, slugOrId, viewer)
    if (!canEditGroup(group, viewer)) refuse({ kind: 'forbidden', message: ONLY_CREATOR })
    if (isOld(sent.revision, group.revision)) refuse(changedMeanwhile(toWireGroup(group, [])))
    if (sent.parent_id !== undefined) await checkParent(tx, viewer, group, sent.parent_id)
    const content = sent.content === undefined ? group.content : safeHtml(sent.content)
    await updateGroupRow(tx, group.id, {
      ...(sent.title === undefined ? {} : { title: sent.title }),
      ...(sent.content === undefined ? {} : { content }),
      ...(sent.time_zone === undefined ? {} : { time_zone: sent.time_zone }),
      ...(sent.parent_id === undefined ? {} : { parent_id: sent.parent_id }),
      revision: group.revision + 1,
      updated_at: dateAt(deps.clock)
    })
    await noteUses(tx, { group_id: group.id }, viewer.id, [content], [group.content])
    if (group.user_id !== viewer.id) {
      const entry = { action: 'change', subject: 'group', subjectId: group.id } as const
      await recordAction(tx, viewer, entry, dateAt(deps.clock))
    }
    return getGroup(tx, group.id, viewer)
  })
  return showGroup(deps, updated)
}

/** Deletes a group for an admin. Its activities and sessions stay, in no group. */
export async function deleteGroup(deps: Dependencies, viewer: SignedIn, id: number, reason: Reason): Promise<void> {
  await deps.db.transaction(async tx => {
    if (!(await deleteGroupRow(tx, id))) refuse({ kind: 'notFound' })
    const entry = { action: 'delete', subject: 'group', subjectId: id, after: { reason } } as const
    await recordAction(tx, viewer, entry, dateAt(deps.clock))
  })
  await closeDeleted(deps, viewer, { kind: 'group', id })
}

async function checkParent(tx: Transaction, viewer: SignedIn, group: GroupRow, id: number | null): Promise<void> {
  const above = id === null || id === group.parent_id ? [] : await listAbove(tx, id)
  const refusal = parentCheck(group, id, viewer, above)
  if (refusal) refuse(refusal)
}
