import type { FastifyInstance } from 'fastify'
import { type GroupData, groupPage, groupSessionsPage, type Together } from '../../domain/groups/api.ts'
import { canEditGroup } from '../../domain/groups/group.ts'
import { previewOfGroup } from '../../domain/previews/preview.ts'
import { getActivityList, listOwn } from '../activities/listed-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { breadcrumbsOf, getGroup, showGroup } from '../groups/group-rows.ts'
import { listProposalsOf } from '../groups/proposal-rows.ts'
import { findTogether } from '../groups/together-rows.ts'
import { fromReplica } from '../lib/from-replica.ts'
import { bindPage, type Visit } from '../lib/pages/pages.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findNextSession, getSessionList } from './listed-rows.ts'

/** The pages of a group that list its activities and sessions. */
export async function groupPageRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const load = async (
    from: Dependencies,
    { params, viewer, query }: Visit<{ hut: string }>,
    getList: typeof getActivityList
  ): Promise<GroupData> => {
    const found = await getGroup(from.db, params.hut, viewer)
    const group = await showGroup(from, found)
    const [list, together] = await Promise.all([
      getList(from, viewer, query, group),
      getTogether(from, group.id, viewer)
    ])
    const isOwner = canEditGroup(found, viewer)
    return {
      ...list,
      hut: group,
      group,
      breadcrumbs: breadcrumbsOf(group),
      together,
      isOwner,
      detachable: await detachable(from, isOwner, viewer, list.challenges),
      proposals: isOwner ? await listProposalsOf(from.db, found.id) : []
    }
  }
  const getTogether = async (from: Dependencies, groupId: number, viewer: SignedIn | null): Promise<Together> => {
    const [{ hasBegun, ...found }, next_session] = await Promise.all([
      findTogether(from.db, groupId, from.clock.now()),
      findNextSession(from, groupId, viewer?.id ?? null)
    ])
    return { ...found, next_session, has_sessions: hasBegun || next_session ? 1 : 0 }
  }
  const detachable = async (
    from: Dependencies,
    isOwner: boolean,
    viewer: SignedIn | null,
    cards: GroupData['challenges']
  ): Promise<string[]> => {
    const slugs = cards.filter(({ kind }) => kind === 'activity').map(({ slug }) => slug)
    if (viewer === null) return []
    return isOwner ? slugs : listOwn(from.db, viewer.id, slugs)
  }
  bindPage(
    app,
    deps,
    groupPage,
    visit => fromReplica(deps, visit, from => load(from, visit, getActivityList)),
    previewOfGroup
  )
  bindPage(app, deps, groupSessionsPage, visit => fromReplica(deps, visit, from => load(from, visit, getSessionList)))
}
