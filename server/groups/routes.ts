import type { FastifyInstance } from 'fastify'
import {
  acceptProposal,
  attachChallenge,
  createGroupPage,
  declineProposal,
  detachChallenge,
  type Group,
  type GroupData,
  getAttachable,
  groupOverTimePage,
  groupPage,
  groupSessionsPage,
  groupsPage,
  joinGroup,
  leaveGroup,
  myGroupsPage,
  patchGroup,
  storeGroup,
  updateGroupPage
} from '../../domain/groups/api.ts'
import { canEditGroup, ONLY_CREATOR } from '../../domain/groups/group.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { previewOfGroup } from '../../domain/previews/preview.ts'
import * as attach from '../activities/attach.ts'
import { readFilters } from '../activities/filters.ts'
import { getActivityList, listOwn } from '../activities/listed-rows.ts'
import { choicesOf, getTerms } from '../activities/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { fromReplica } from '../lib/from-replica.ts'
import { bindPage, bindPersonalPage, bindStaticPage, type Visit } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { getSessionList } from '../sessions/listed-rows.ts'
import { everybodyMay, withOwnPictures } from '../uploads/copies.ts'
import { getGroup, showGroup } from './group-rows.ts'
import { createGroup, join, leave, updateGroup } from './groups.ts'
import { getGroupList } from './listed-rows.ts'
import { getGroupOverTime } from './over-time-rows.ts'
import { listProposalsOf } from './proposal-rows.ts'
import { listOutside } from './queries.ts'

const MOST_ATTACHABLE = 20

export async function groupRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps

  bindPage(app, deps, groupsPage, visit =>
    fromReplica(deps, visit, async from => {
      const terms = await getTerms(from.db)
      const list = await getGroupList(from, visit.viewer, readFilters(visit.query, terms, config.perPage))
      return { ...list, ...choicesOf(terms) }
    })
  )
  bindPersonalPage(app, deps, myGroupsPage, async ({ viewer, query: { page } }) => {
    const filters = readFilters({ page, joined: '1' }, await getTerms(db), config.perPage)
    return { groups: (await getGroupList(deps, viewer, filters)).groups }
  })

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

  bindPage(app, deps, groupOverTimePage, visit =>
    fromReplica(deps, visit, async from => {
      const found = await getGroup(from.db, visit.params.hut, visit.viewer)
      const group = await showGroup(from, found)
      const slice = sliceOf(visit.query, config.perPage)
      const over_time = await getGroupOverTime(from.db, found, deps.clock.now(), slice)
      return { group, breadcrumbs: breadcrumbsOf(group), over_time }
    })
  )

  bindStaticPage(app, deps, createGroupPage)
  bindPage(app, deps, updateGroupPage, async ({ params, viewer }) => {
    const found = await getGroup(db, params.hut, viewer)
    return { group: await showGroup(deps, found), isOwner: canEditGroup(found, viewer) }
  })

  bindSignedIn(app, deps, storeGroup, async asked => {
    const { viewer, key } = asked
    await deps.take(viewer.id, { groups: 1 })
    const body = await withOwnPictures(deps, asked, everybodyMay)
    return { group: await createGroup(deps, viewer, body, key), ...NO_ERROR }
  })
  bindSignedIn(app, deps, patchGroup, async asked => {
    const { params, viewer } = asked
    const body = await withOwnPictures(deps, asked, async () => {
      if (!canEditGroup(await getGroup(db, params.hut, viewer), viewer)) {
        refuse({ kind: 'forbidden', message: ONLY_CREATOR })
      }
    })
    return { group: await updateGroup(deps, viewer, params.hut, body), ...NO_ERROR }
  })
  bindSignedIn(app, deps, joinGroup, ({ params, body, viewer }) => join(deps, viewer, params.hut, body?.is_joined))
  bindSignedIn(app, deps, leaveGroup, ({ params, viewer }) => leave(deps, viewer, params.hut))

  bindSignedIn(app, deps, attachChallenge, async ({ params, viewer }) => ({
    ...(await attach.attachActivity(deps, viewer, params)),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, detachChallenge, async ({ params, viewer }) => ({
    ...(await attach.detachActivity(deps, viewer, params)),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, acceptProposal, async ({ params, viewer }) => ({
    ...(await attach.acceptProposal(deps, viewer, params)),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, declineProposal, async ({ params, viewer }) => ({
    ...(await attach.declineProposal(deps, viewer, params)),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, getAttachable, async ({ params, query, viewer }) => {
    const group = await getGroup(db, params.hut, viewer)
    const isOwner = canEditGroup(group, viewer)
    const asked = { q: query.q?.trim() ?? '', ownerId: isOwner ? null : viewer.id, limit: MOST_ATTACHABLE }
    const challenges = isOwner || group.is_joined ? await listOutside(db, group.id, asked) : []
    return { serverData: { challenges } }
  })
}

function breadcrumbsOf({ title, url }: Group): GroupData['breadcrumbs'] {
  return [
    { title: 'Home', path: '/' },
    { title: 'Groups', path: '/groups' },
    { title, path: url }
  ]
}
