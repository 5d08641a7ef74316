import type { FastifyInstance } from 'fastify'
import { type GroupData, groupPage, groupSessionsPage } from '../../domain/groups/api.ts'
import { canEditGroup } from '../../domain/groups/group.ts'
import { previewOfGroup } from '../../domain/previews/preview.ts'
import { getActivityList, listOwn } from '../activities/listed-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { breadcrumbsOf, getGroup, showGroup } from '../groups/group-rows.ts'
import { listProposalsOf } from '../groups/proposal-rows.ts'
import { fromReplica } from '../lib/from-replica.ts'
import { bindPage, type Visit } from '../lib/pages/pages.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { getSessionList } from './listed-rows.ts'

/** The pages of a group that list its activities and sessions. */
export async function groupPageRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const load = async (
    from: Dependencies,
    { params, viewer, query }: Visit<{ hut: string }>,
    getList: typeof getActivityList
  ): Promise<GroupData> => {
    const found = await getGroup(from.db, params.hut, viewer)
    const group = await showGroup(from, found)
    const list = await getList(from, viewer, query, group)
    const isOwner = canEditGroup(found, viewer)
    return {
      ...list,
      hut: group,
      group,
      breadcrumbs: breadcrumbsOf(group),
      isOwner,
      detachable: await detachable(from, isOwner, viewer, list.challenges),
      proposals: isOwner ? await listProposalsOf(from.db, found.id) : []
    }
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
