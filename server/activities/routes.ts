import type { FastifyInstance } from 'fastify'
import { canEditActivity } from '../../domain/activities/activity.ts'
import {
  activitiesPage,
  activityPage,
  activitySessionsPage,
  followActivity,
  unfollowActivity
} from '../../domain/activities/api.ts'
import { lookUpHut } from '../groups/groups.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { bindPage, type Visit } from '../lib/pages.ts'
import type { House } from '../parts.ts'
import { listSessionsOfActivity } from '../sessions/sessions.ts'
import { follow, getActivity, getActivityList, unfollow } from './activities.ts'
import { activityEditRoutes } from './edit-routes.ts'
import { isFollowing } from './queries.ts'
import { getTerms } from './terms.ts'
import { presentActivity } from './to-wire.ts'

const OK = { error: null, error_code: null }

export async function activityRoutes(app: FastifyInstance, house: House): Promise<void> {
  const { db } = house
  await activityEditRoutes(app, house)

  bindPage(app, house, activitiesPage, ({ viewer, query }) => getActivityList(house, viewer, query))

  const load = async ({ params, viewer, query }: Visit<{ challenge: string }>, live: boolean) => {
    const activity = await getActivity(house, params.challenge)
    const [terms, isJoined, hut, challengeEvents] = await Promise.all([
      getTerms(db),
      viewer ? isFollowing(db, activity.id, viewer.id) : false,
      lookUpHut(house, activity.group_id, viewer),
      listSessionsOfActivity(house, viewer, activity.id, { live, query })
    ])
    const path = `/activities/${activity.slug}`
    const isOwner = canEditActivity(activity, viewer)
    return {
      challenge: presentActivity(activity, { isJoined, hut, terms, isOwner }),
      hut,
      challengeEvents,
      breadcrumbs: [
        { title: 'Home', path: '/' },
        ...(hut ? [{ title: hut.title, path: hut.url }] : []),
        { title: activity.title, path },
        ...(live ? [] : [{ title: 'Sessions', path: `${path}/sessions` }])
      ],
      isOwner
    }
  }
  bindPage(app, house, activityPage, visit => load(visit, true))
  bindPage(app, house, activitySessionsPage, visit => load(visit, false))

  bindSignedIn(app, followActivity, async ({ params, viewer }) => ({
    ...(await follow(house, viewer, params.challenge)),
    ...OK
  }))
  bindSignedIn(app, unfollowActivity, async ({ params, viewer }) => ({
    ...(await unfollow(house, viewer, params.challenge)),
    ...OK
  }))
}
