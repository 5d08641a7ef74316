import type { FastifyInstance } from 'fastify'
import { activitiesPage, followActivity, unfollowActivity } from '../../domain/activities/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { fromReplica } from '../lib/from-replica.ts'
import { bindPage } from '../lib/pages/pages.ts'
import { follow, unfollow } from './activities.ts'
import { activityEditRoutes } from './edit-routes.ts'
import { getActivityList } from './listed-rows.ts'

export async function activityRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  await activityEditRoutes(app, deps)

  bindPage(app, deps, activitiesPage, visit =>
    fromReplica(deps, visit, from => getActivityList(from, visit.viewer, visit.query))
  )

  bindSignedIn(app, deps, followActivity, async ({ params, viewer }) => ({
    ...(await follow(deps, viewer, params.challenge)),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, unfollowActivity, async ({ params, viewer }) => ({
    ...(await unfollow(deps, viewer, params.challenge)),
    ...NO_ERROR
  }))
}
