import type { FastifyInstance } from 'fastify'
import { MOST_SHARED_SHOWN } from '../../domain/goals/sharing-api.ts'
import { type GroupData, groupPage, groupSessionsPage } from '../../domain/groups/api.ts'
import { canEditGroup } from '../../domain/groups/group.ts'
import type { Together } from '../../domain/groups/together.ts'
import { previewOfGroup } from '../../domain/previews/preview.ts'
import { getActivityList, listOwn } from '../activities/listed-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { listSharedGoals, ofGroup } from '../goals/sharing-rows.ts'
import { breadcrumbsOf, getGroup, showGroup } from '../groups/group-rows.ts'
import { listProposalsOf } from '../groups/proposal-rows.ts'
import { findTogether } from '../groups/together-rows.ts'
import { fromReplica } from '../lib/from-replica.ts'
import { bindPage, type Visit } from '../lib/pages/pages.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listGroupProgrammes } from '../programmes/group-programmes.ts'
import { listGroupSeries } from './group-series-rows.ts'
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
    const [list, together] = await Promise.all([getList(from, viewer, query, group), getTogether(from, group, viewer)])
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
  const getTogether = async (
    from: Dependencies,
    { id, is_joined }: GroupData['group'],
    viewer: SignedIn | null
  ): Promise<Together> => {
    const now = from.clock.now()
    const [{ hasBegun, ...found }, next_session, shared_goals, series, programmes] = await Promise.all([
      findTogether(from.db, id, now),
      findNextSession(from, id, viewer?.id ?? null),
      is_joined ? listSharedGoals(from, viewer, ofGroup(id, now), MOST_SHARED_SHOWN) : [],
      listGroupSeries(from.db, id),
      is_joined && viewer ? listGroupProgrammes(from, id, viewer) : []
    ])
    return { ...found, next_session, shared_goals, series, programmes, has_sessions: hasBegun || next_session ? 1 : 0 }
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
