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
import { bindPage, type Visit } from '../lib/pages/pages.ts'
import { listSessionsOfActivity } from '../sessions/listed-rows.ts'
import { follow, unfollow } from './activities.ts'
import { getActivity, isFollowing, toWireActivity } from './activity-rows.ts'
import { activityEditRoutes } from './edit-routes.ts'
import { getActivityList } from './listed-rows.ts'
import { getTerms } from './term-rows.ts'

export async function activityRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps
  await activityEditRoutes(app, deps)

  bindPage(app, deps, activitiesPage, ({ viewer, query }) => getActivityList(deps, viewer, query))

  const load = async ({ params, viewer, query }: Visit<{ challenge: string }>, live: boolean) => {
    const activity = await getActivity(deps, params.challenge)
    const isOwner = canEditActivity(activity, viewer)
    const [terms, isJoined, hut, challengeEvents, proposals] = await Promise.all([
      getTerms(db),
      viewer ? isFollowing(db, activity.id, viewer.id) : false,
      lookUpHut(deps, activity.group_id, viewer),
      listSessionsOfActivity(deps, viewer, activity.id, { live, query }),
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
  bindPage(app, deps, activityPage, visit => load(visit, true), previewOfActivity)
  bindPage(app, deps, activitySessionsPage, visit => load(visit, false))

  bindSignedIn(app, followActivity, async ({ params, viewer }) => ({
    ...(await follow(deps, viewer, params.challenge)),
    ...NO_ERROR
  }))
  bindSignedIn(app, unfollowActivity, async ({ params, viewer }) => ({
    ...(await unfollow(deps, viewer, params.challenge)),
    ...NO_ERROR
  }))
}
