import type { FastifyInstance } from 'fastify'
import { canEditActivity } from '../../domain/activities/activity.ts'
import {
  activitiesPage,
  activityPage,
  activitySessionsPage,
  followActivity,
  unfollowActivity
} from '../../domain/activities/api.ts'
import { previewOfActivity } from '../../domain/previews/preview.ts'
import type { Dependencies } from '../dependencies.ts'
import { lookUpHut } from '../groups/group-rows.ts'
import { listProposalsTo } from '../groups/proposal-rows.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { fromReplica } from '../lib/from-replica.ts'
import { bindPage, type Visit } from '../lib/pages/pages.ts'
import { listSessionsOfActivity } from '../sessions/listed-rows.ts'
import { follow, unfollow } from './activities.ts'
import { getActivity, isFollowing, toWireActivity } from './activity-rows.ts'
import { activityEditRoutes } from './edit-routes.ts'
import { getActivityList } from './listed-rows.ts'
import { getTerms } from './term-rows.ts'

export async function activityRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  await activityEditRoutes(app, deps)

  bindPage(app, deps, activitiesPage, visit =>
    fromReplica(deps, visit, from => getActivityList(from, visit.viewer, visit.query))
  )

  const load = async (from: Dependencies, { params, viewer, query }: Visit<{ challenge: string }>, live: boolean) => {
    const { db } = from
    const activity = await getActivity(from, params.challenge)
    const isOwner = canEditActivity(activity, viewer)
    const [terms, isJoined, hut, challengeEvents, proposals] = await Promise.all([
      getTerms(db),
      viewer ? isFollowing(db, activity.id, viewer.id) : false,
      lookUpHut(from, activity.group_id, viewer),
      listSessionsOfActivity(from, viewer, activity.id, { live, query }),
      isOwner ? listProposalsTo(db, activity.id) : []
    ])
    const path = `/activities/${activity.slug}`
    return {
      challenge: toWireActivity(activity, { isJoined, hut, terms, isOwner }),
      hut,
      challengeEvents,
      breadcrumbs: [
        { title: 'Home', path: '/' },
        ...(hut ? [{ title: hut.title, path: hut.url }] : []),
        { title: activity.title, path },
        ...(live ? [] : [{ title: 'Sessions', path: `${path}/sessions` }])
      ],
      isOwner,
      proposals
    }
  }
  bindPage(
    app,
    deps,
    activityPage,
    visit => fromReplica(deps, visit, from => load(from, visit, true)),
    previewOfActivity
  )
  bindPage(app, deps, activitySessionsPage, visit => fromReplica(deps, visit, from => load(from, visit, false)))

  bindSignedIn(app, deps, followActivity, async ({ params, viewer }) => ({
    ...(await follow(deps, viewer, params.challenge)),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, unfollowActivity, async ({ params, viewer }) => ({
    ...(await unfollow(deps, viewer, params.challenge)),
    ...NO_ERROR
  }))
}
