/** Creates and changes groups, and their members (GRP-01..GRP-49, D-109, D-110, D-113). All of it is free. */

import type { Group, Membership } from '../../domain/groups/api.ts'
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
import { noteUses } from '../uploads/upload-rows.ts'
import { recordEvents, thingAt } from '../webhooks/event-rows.ts'
import { type GroupRow, getGroup, lockGroup, showGroup, toWireGroup } from './group-rows.ts'
import {
  addToMembers,
  deleteGroupRow,
  deleteMember,
  endRegular,
  findGroupByKey,
  insertGroup,
  insertMember,
  listAbove,
  updateGroupRow
} from './queries.ts'

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
}

async function checkParent(tx: Transaction, viewer: SignedIn, group: GroupRow, id: number | null): Promise<void> {
  const above = id === null || id === group.parent_id ? [] : await listAbove(tx, id)
  const refusal = parentCheck(group, id, viewer, above)
  if (refusal) refuse(refusal)
}

/** Joins a group. @param wanted the state to reach; undefined toggles, as documented (D-110) */
export async function join(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  wanted: 0 | 1 | undefined
): Promise<Membership> {
  const { db, clock } = deps
  return db.transaction(async tx => {
    await lockGroup(tx, slugOrId)
    const group = await getGroup(tx, slugOrId, viewer)
    const isNew = wanted !== 0 && (await insertMember(tx, group.id, viewer.id, dateAt(clock)))
    if (!isNew && wanted !== 1) return leaveIn(tx, group.id, viewer.id, dateAt(clock))
    const user_count = await addToMembers(tx, group.id, isNew ? 1 : 0)
    if (isNew) {
      const data = {
        username: viewer.username,
        session: null,
        group: thingAt(deps, `/group/${group.slug}`, group.title)
      }
      const whom = { group: group.id, by: viewer.id }
      await recordEvents(tx, deps, [{ type: 'member.joined', data, whom, subject: `group ${group.id}` }])
    }
    return { is_joined: 1, user_count }
  })
}

/** Leaves a group. Leaving twice changes nothing more. */
export async function leave({ db, clock }: Dependencies, viewer: SignedIn, slugOrId: string): Promise<Membership> {
  return db.transaction(async tx => {
    await lockGroup(tx, slugOrId)
    return leaveIn(tx, (await getGroup(tx, slugOrId, viewer)).id, viewer.id, dateAt(clock))
  })
}

async function leaveIn(tx: Transaction, groupId: number, userId: number, now: Date): Promise<Membership> {
  const wasIn = await deleteMember(tx, groupId, userId)
  if (wasIn) await endRegular(tx, groupId, userId, now)
  return { is_joined: 0, user_count: await addToMembers(tx, groupId, wasIn ? -1 : 0) }
}
