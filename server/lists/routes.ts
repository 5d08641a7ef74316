import type { FastifyInstance } from 'fastify'
import { refuse } from '../../domain/lib/refusal.ts'
import * as api from '../../domain/lists/api.ts'
import { getActivity } from '../activities/activity-rows.ts'
import { toWireActivityCard } from '../activities/listed-rows.ts'
import { getTerms } from '../browse/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { dateAt } from '../lib/clock.ts'
import { readId } from '../lib/id.ts'
import { NO_KEY, once } from '../lib/idempotency.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import {
  deleteList,
  deleteListed,
  findList,
  findListByKey,
  insertList,
  insertListed,
  listActivitiesOf,
  listHolding,
  listLists,
  renameList
} from './queries.ts'

/** The most lists that a menu offers. */
const MOST_OFFERED = { limit: 100, offset: 0 }

export async function listRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, config } = deps
  const getList = async (userId: number, id: string): Promise<api.ActivityList> =>
    (await findList(db, userId, readId(id))) ?? refuse({ kind: 'notFound' })

  bindSignedIn(app, deps, api.getActivityLists, async ({ viewer, query }) => {
    const activity = query.activity ? await getActivity(deps, query.activity, viewer) : null
    const [activity_lists, holding] = await Promise.all([
      listLists(db, viewer.id, MOST_OFFERED),
      activity ? listHolding(db, viewer.id, activity.id) : []
    ])
    return { serverData: { activity_lists, holding } }
  })

  bindSignedIn(app, deps, api.storeActivityList, ({ body, viewer, key }) =>
    once(
      key,
      'activity_lists_request',
      known => findListByKey(db, viewer.id, known),
      ({ request_digest: _, ...list }) => list,
      () => insertList(db, { user_id: viewer.id, title: body.title, ...(key ?? NO_KEY), created_at: dateAt(clock) })
    )
  )

  bindSignedIn(app, deps, api.renameActivityList, async ({ params, body, viewer }) => {
    const list = await getList(viewer.id, params.list)
    await renameList(db, viewer.id, list.id, body.title)
    return { ...list, title: body.title }
  })

  bindSignedIn(app, deps, api.deleteActivityList, async ({ params, viewer }) => {
    await deleteList(db, viewer.id, (await getList(viewer.id, params.list)).id)
    return {}
  })

  bindSignedIn(app, deps, api.attachActivity, async ({ params, viewer }) => {
    const list = await getList(viewer.id, params.list)
    const activity = await getActivity(deps, params.activity, viewer)
    await insertListed(db, list.id, activity.id, dateAt(clock))
    return getList(viewer.id, params.list)
  })

  bindSignedIn(app, deps, api.detachActivity, async ({ params, viewer }) => {
    const list = await getList(viewer.id, params.list)
    const activity = await getActivity(deps, params.activity, viewer)
    await deleteListed(db, list.id, activity.id)
    return getList(viewer.id, params.list)
  })

  bindPersonalPage(app, deps, api.myListsPage, async ({ viewer, query }) => ({
    activity_lists: await listLists(db, viewer.id, sliceOf(query, config.perPage))
  }))

  bindPersonalPage(app, deps, api.myListPage, async ({ params, viewer: { id }, query }) => {
    const list = await getList(id, params.list)
    const [terms, rows] = await Promise.all([
      getTerms(db),
      listActivitiesOf(db, list.id, id, sliceOf(query, config.perPage))
    ])
    return { list, challenges: rows.map(row => ({ ...toWireActivityCard(row, terms), activity_list_id: list.id })) }
  })
}
