import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/reminders/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { dateAt } from '../lib/clock.ts'
import { bindPersonalPage } from '../lib/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { countUnread, listInbox, markRead } from './queries.ts'
import { tellInboxes } from './reminder-rows.ts'

export async function reminderRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, config } = deps

  bindPersonalPage(app, deps, api.inboxPage, async ({ viewer, query }) => {
    // What comes in between is unread.
    const as_of = dateAt(clock).toISOString()
    const [reminders, unread] = await Promise.all([
      listInbox(db, viewer.id, sliceOf(query, config.perPage)),
      countUnread(db, viewer.id)
    ])
    return { reminders, unread, as_of }
  })

  bindSignedIn(app, api.countUnread, async ({ viewer }) => ({ unread: await countUnread(db, viewer.id) }))

  bindSignedIn(app, api.readReminders, async ({ body, viewer }) => {
    const now = dateAt(clock)
    const until = body.until == null ? now : new Date(body.until)
    await markRead(db, viewer.id, { id: body.id ?? null, until }, now)
    // The other tabs and devices of this person.
    tellInboxes(deps, [viewer.username])
    return { unread: await countUnread(db, viewer.id) }
  })
}
