import type { FastifyInstance } from 'fastify'
import { dayOf } from '../../domain/lib/day.ts'
import * as api from '../../domain/reminders/api.ts'
import * as unsubscribeApi from '../../domain/reminders/unsubscribe-api.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn } from '../lib/bind.ts'
import { dateAt } from '../lib/clock.ts'
import { bindPersonalPage, bindStaticPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { countUnread, listInbox, markRead } from './queries.ts'
import { addDevice, changeSettings, pushTest, removeDevice, settingsOf, stopMails } from './reminders.ts'
import { pushKeys } from './server-keys.ts'
import { listGoalReminders, listStartsOf } from './settings-rows.ts'

export async function reminderRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, config } = deps

  bindPersonalPage(app, deps, api.inboxPage, async ({ viewer, query }) => {
    // Reminders that arrive while these are read stay unread.
    const as_of = dateAt(clock).toISOString()
    const [reminders, unread] = await Promise.all([
      listInbox(db, viewer.id, sliceOf(query, config.perPage)),
      countUnread(db, viewer.id)
    ])
    return { reminders, unread, as_of }
  })

  bindSignedIn(app, deps, api.countUnread, async ({ viewer }) => ({ unread: await countUnread(db, viewer.id) }))

  bindSignedIn(app, deps, api.readReminders, async ({ body, viewer }) => {
    const now = dateAt(clock)
    const until = body.until == null ? now : new Date(body.until)
    await markRead(db, viewer.id, { id: body.id ?? null, until }, now)
    // Updates the other tabs and devices of this person.
    tellInboxes(deps, [viewer.username])
    return { unread: await countUnread(db, viewer.id) }
  })

  bindPersonalPage(app, deps, api.reminderSettingsPage, async ({ viewer }) => {
    const push_key = config.push ? (await pushKeys(deps)).publicKey : null
    const [settings, goals, starts] = await Promise.all([
      settingsOf(deps, viewer),
      listGoalReminders(db, viewer.id, dayOf(clock.now(), viewer)),
      listStartsOf(db, viewer.id, dateAt(clock))
    ])
    return { ...settings, push_key, goals, starts }
  })

  bindSignedIn(app, deps, api.updateReminders, async ({ body: { channels, quiet, is_off, week_mail }, viewer }) => {
    await changeSettings(deps, viewer, { channels, quiet, is_off, week_mail })
    return settingsOf(deps, viewer)
  })

  bindSignedIn(app, deps, api.addPushDevice, async ({ body: { endpoint, keys }, viewer }) => {
    await addDevice(deps, viewer, { endpoint, ...keys })
    return settingsOf(deps, viewer)
  })

  bindSignedIn(app, deps, api.removePushDevice, async ({ params, viewer }) => {
    await removeDevice(deps, viewer.id, params.device)
    return settingsOf(deps, viewer)
  })

  bindSignedIn(app, deps, api.testPush, async ({ viewer }) => {
    await deps.take(viewer, { testPushes: 1 })
    return pushTest(deps, viewer.id)
  })

  bindStaticPage(app, deps, unsubscribeApi.unsubscribePage)
  await app.register(async scope => {
    // Mail programs send a form (RFC 8058). Its content is ignored, because the address has the token.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null)
    )
    bind(scope, deps, unsubscribeApi.unsubscribe, async ({ query }) => ({ kind: await stopMails(deps, query.token) }))
  })
}
