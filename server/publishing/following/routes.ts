import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/publishing/following-api.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../../lib/bind.ts'
import { bindPersonalPage } from '../../lib/pages/pages.ts'
import { hasWeekMail } from '../../reminders/week-mail-rows.ts'
import { listFollowedActivities, listFollowedBooks, listFollowedPeople } from './follow-rows.ts'
import { followBook, followPerson } from './following.ts'

export async function followingRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps

  bindSignedIn(app, deps, api.followPerson, async ({ params, body, viewer }) => {
    if (body.is_on === 1) await deps.take(viewer, { follows: 1 })
    return { ...(await followPerson(deps, viewer, params.username, body.is_on === 1)), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.followBook, async ({ params, body, viewer }) => {
    if (body.is_on === 1) await deps.take(viewer, { follows: 1 })
    return { ...(await followBook(deps, viewer, params.item, body.is_on === 1)), ...NO_ERROR }
  })
  bindPersonalPage(app, deps, api.followingPage, async ({ viewer }) => {
    const [people, books, activities, week_mail] = await Promise.all([
      listFollowedPeople(db, viewer.id),
      listFollowedBooks(db, viewer.id),
      listFollowedActivities(db, viewer.id),
      hasWeekMail(db, viewer.id)
    ])
    return { people, books, activities, week_mail: week_mail ? (1 as const) : (0 as const) }
  })
}
