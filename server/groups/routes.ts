import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/groups/api.ts'
import * as attachmentApi from '../../domain/groups/attachment-api.ts'
import { canEditGroup, ONLY_CREATOR } from '../../domain/groups/group.ts'
import * as overTimeApi from '../../domain/groups/over-time-api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { readFilters } from '../browse/filters.ts'
import { choicesOf, getTerms } from '../browse/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { fromReplica } from '../lib/from-replica.ts'
import { bindPage, bindPersonalPage, bindStaticPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { everybodyMay, withOwnPictures } from '../uploads/copies.ts'
import { breadcrumbsOf, getGroup, showGroup } from './group-rows.ts'
import { createGroup, updateGroup } from './groups.ts'
import { getGroupList } from './listed-rows.ts'
import { join, leave } from './membership.ts'
import { getGroupOverTime } from './over-time-rows.ts'
import { listOutside } from './queries.ts'

const MOST_ATTACHABLE = 20

export async function groupRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps

  bindPage(app, deps, api.groupsPage, visit =>
    fromReplica(deps, visit, async from => {
      const terms = await getTerms(from.db)
      const list = await getGroupList(from, visit.viewer, readFilters(visit.query, terms, config.perPage))
      return { ...list, ...choicesOf(terms) }
    })
  )
  bindPersonalPage(app, deps, api.myGroupsPage, async ({ viewer, query: { page } }) => {
    const filters = readFilters({ page, joined: '1' }, await getTerms(db), config.perPage)
    return { groups: (await getGroupList(deps, viewer, filters)).groups }
  })

  bindPage(app, deps, overTimeApi.groupOverTimePage, visit =>
    fromReplica(deps, visit, async from => {
      const found = await getGroup(from.db, visit.params.hut, visit.viewer)
      const group = await showGroup(from, found)
      const slice = sliceOf(visit.query, config.perPage)
      const over_time = await getGroupOverTime(from.db, found, deps.clock.now(), slice)
      return { group, breadcrumbs: breadcrumbsOf(group), over_time }
    })
  )

  bindStaticPage(app, deps, api.createGroupPage)
  bindPage(app, deps, api.updateGroupPage, async ({ params, viewer }) => {
    const found = await getGroup(db, params.hut, viewer)
    return { group: await showGroup(deps, found), isOwner: canEditGroup(found, viewer) }
  })

  bindSignedIn(app, deps, api.storeGroup, async asked => {
    const { viewer, key } = asked
    await deps.take(viewer, { groups: 1 })
    const body = await withOwnPictures(deps, asked, everybodyMay)
    return { group: await createGroup(deps, viewer, body, key), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.patchGroup, async asked => {
    const { params, viewer } = asked
    const body = await withOwnPictures(deps, asked, async () => {
      if (!canEditGroup(await getGroup(db, params.hut, viewer), viewer)) {
        refuse({ kind: 'forbidden', message: ONLY_CREATOR })
      }
    })
    return { group: await updateGroup(deps, viewer, params.hut, body), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.joinGroup, ({ params, body, viewer }) => join(deps, viewer, params.hut, body?.is_joined))
  bindSignedIn(app, deps, api.leaveGroup, ({ params, viewer }) => leave(deps, viewer, params.hut))

  bindSignedIn(app, deps, attachmentApi.getAttachable, async ({ params, query, viewer }) => {
    const group = await getGroup(db, params.hut, viewer)
    const isOwner = canEditGroup(group, viewer)
    const asked = { q: query.q?.trim() ?? '', ownerId: viewer.id, ofOthers: isOwner, limit: MOST_ATTACHABLE }
    const challenges = isOwner || group.is_joined ? await listOutside(db, group.id, asked) : []
    return { serverData: { challenges } }
  })
}
