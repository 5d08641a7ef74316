import type { FastifyInstance } from 'fastify'
import { LOGIN_LASTS_MS } from '../../domain/accounts/login.ts'
import { isAdmin, isModerator } from '../../domain/accounts/user.ts'
import * as api from '../../domain/admin/api.ts'
import * as content from '../../domain/admin/content-api.ts'
import * as deliveryApi from '../../domain/admin/delivery-api.ts'
import * as people from '../../domain/admin/people-api.ts'
import type { Flag } from '../../domain/lib/fields.ts'
import { reportsPage } from '../../domain/reports/api.ts'
import { needProof } from '../accounts/proof.ts'
import { needAdmin, needModerator } from '../accounts/rights.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import { findCurrent } from '../billing/subscription-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { dateAt } from '../lib/clock.ts'
import { readId } from '../lib/id.ts'
import { bindPersonalPage, Moved } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { countMails, queueMail, retryMails } from '../mail/mail-rows.ts'
import { getStored } from '../settings/settings-rows.ts'
import { bindAdminFile } from './bind-file.ts'
import { deleteContent, endContent, readList, showContent } from './content.ts'
import { logFile, showEntries, toWireMail, toWirePush, wantedOf } from './log.ts'
import { createOverview } from './overview.ts'
import { listSecurity, listUnsent } from './overview-rows.ts'
import * as actions from './people.ts'
import { countMade, listPeople } from './people-rows.ts'
import { countPushes, listPushes, retryPushes } from './push-rows.ts'
import { changeSettings } from './settings.ts'

const DAY_MS = 86_400_000

export async function adminRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps
  const getOverview = createOverview(deps)

  bindPersonalPage(app, deps, people.peoplePage, async ({ viewer, query }) => {
    needModerator(viewer)
    const days = query.seen === '1' || query.seen === '7' ? Number(query.seen) : null
    const seenSince = days === null ? null : new Date(deps.clock.now() - days * DAY_MS + LOGIN_LASTS_MS)
    const rows = await listPeople(db, textOf(query.q), seenSince, sliceOf(query, config.perPage))
    return { people: rows.map(row => actions.toWirePerson(row, viewer)) }
  })
  bindPersonalPage(app, deps, people.adminPersonPage, async ({ viewer, params }) => {
    needModerator(viewer)
    const row = await actions.getPerson(deps, params.username)
    const [made, removal, subscription] = await Promise.all([
      countMade(db, row.id),
      actions.showRemoval(deps, row.id),
      findCurrent(db, row.id)
    ])
    const has_subscription: Flag = subscription === null ? 0 : 1
    return { person: actions.toWirePerson(row, viewer), ...made, has_subscription, removal }
  })

  bindSignedIn(app, deps, people.suspendPerson, async ({ viewer, params, body }) => {
    needModerator(viewer)
    return { person: await actions.suspend(deps, viewer, params.username, body.days, body.reason), ...NO_ERROR }
  })
  bindSignedIn(app, deps, people.unsuspendPerson, async ({ viewer, params }) => {
    needModerator(viewer)
    return { person: await actions.unsuspend(deps, viewer, params.username), ...NO_ERROR }
  })
  for (const [contract, act] of [
    [people.signOutPerson, actions.signOut],
    [people.confirmPersonEmail, actions.confirmEmail],
    [people.schedulePersonDeletion, actions.scheduleDeletion],
    [people.keepPerson, actions.stopDeletion]
  ] as const) {
    bindSignedIn(app, deps, contract, async ({ viewer, params }) => {
      needAdmin(viewer)
      return { person: await act(deps, viewer, params.username), ...NO_ERROR }
    })
  }
  bindSignedIn(app, deps, people.sendPersonReset, async ({ viewer, params }) => {
    needAdmin(viewer)
    return { ...(await actions.sendReset(deps, viewer, params.username)), ...NO_ERROR }
  })
  bindSignedIn(app, deps, people.setPersonRole, async ({ viewer, params, body }) => {
    needAdmin(viewer)
    needProof(deps, viewer)
    return { person: await actions.setRole(deps, viewer, params.username, body.role_id), ...NO_ERROR }
  })
  bindSignedIn(app, deps, people.grantTokens, async ({ viewer, params, body, key }) => {
    needAdmin(viewer)
    needProof(deps, viewer)
    return { uses: await actions.grant(deps, viewer, params.username, body, key), ...NO_ERROR }
  })

  bindPersonalPage(app, deps, content.contentPage, async ({ viewer, params, query }) => {
    needModerator(viewer)
    return { rows: await showContent(deps, readList(params.kinds), query) }
  })
  bindSignedIn(app, deps, content.endContent, async ({ viewer, params, body }) => {
    needAdmin(viewer)
    needProof(deps, viewer)
    await endContent(deps, viewer, readId(params.id), body.reason)
    return NO_ERROR
  })
  bindSignedIn(app, deps, content.deleteContent, async ({ viewer, params, body }) => {
    needAdmin(viewer)
    needProof(deps, viewer)
    await deleteContent(deps, viewer, { list: readList(params.kinds), id: readId(params.id) }, body.reason)
    return NO_ERROR
  })

  bindSignedIn(app, deps, people.removeContent, async ({ viewer, params, body }) => {
    needAdmin(viewer)
    return { removal: await actions.removeContent(deps, viewer, params.username, body.reason), ...NO_ERROR }
  })
  bindSignedIn(app, deps, people.restoreContent, async ({ viewer, params }) => {
    needAdmin(viewer)
    return { removal: await actions.restoreContent(deps, viewer, params.username), ...NO_ERROR }
  })

  bindPersonalPage(app, deps, api.overviewPage, async ({ viewer }) => {
    if (isModerator(viewer) && !isAdmin(viewer)) throw new Moved(reportsPage.path)
    needAdmin(viewer)
    return getOverview()
  })

  bindPersonalPage(app, deps, api.auditLogPage, async ({ viewer, query }) => {
    needAdmin(viewer)
    return { entries: await showEntries(db, wantedOf(query), sliceOf(query, config.perPage)) }
  })
  bindAdminFile(app, deps, '/api/admin/log.csv', 'export_log', query => ({
    name: 'admin-log.csv',
    lines: logFile(db, wantedOf(query))
  }))

  bindPersonalPage(app, deps, deliveryApi.adminMailPage, async ({ viewer }) => {
    needAdmin(viewer)
    const [{ waiting, failed }, rows] = await Promise.all([countMails(db), listUnsent(db)])
    return { waiting, failed, mails: rows.map(toWireMail) }
  })
  bindSignedIn(app, deps, deliveryApi.retryMails, async ({ viewer, body }) => {
    needAdmin(viewer)
    const mails = await db.transaction(async tx => {
      const count = await retryMails(tx, body.id)
      const entry = { action: 'retry_mail', subject: 'mail', after: { mails: count } } as const
      if (count > 0) await recordAction(tx, viewer, entry, dateAt(deps.clock))
      return count
    })
    // The worker may rest after an outage.
    deps.sendMails()
    return { mails, ...NO_ERROR }
  })
  bindSignedIn(app, deps, deliveryApi.sendTestMail, async ({ viewer }) => {
    needAdmin(viewer)
    await queueMail(db, deps, viewer.id, { kind: 'test mail' })
    return NO_ERROR
  })

  bindPersonalPage(app, deps, api.securityEventsPage, async ({ viewer, query }) => {
    needAdmin(viewer)
    const rows = await listSecurity(db, textOf(query.q), sliceOf(query, config.perPage))
    return { events: rows.map(({ last_at, ...row }) => ({ ...row, at: last_at.toISOString() })) }
  })

  bindPersonalPage(app, deps, deliveryApi.adminPushPage, async ({ viewer }) => {
    needAdmin(viewer)
    const [counts, rows] = await Promise.all([countPushes(db), listPushes(db, dateAt(deps.clock))])
    return { is_on: config.push, ...counts, pushes: rows.map(toWirePush) }
  })
  bindSignedIn(app, deps, deliveryApi.retryPushes, async ({ viewer, body }) => {
    needAdmin(viewer)
    const now = dateAt(deps.clock)
    const pushes = await db.transaction(async tx => {
      const count = await retryPushes(tx, now, body.id)
      if (count > 0) await recordAction(tx, viewer, { action: 'retry_push', after: { pushes: count } }, now)
      return count
    })
    return { pushes, ...NO_ERROR }
  })

  bindPersonalPage(app, deps, api.settingsPage, async ({ viewer }) => {
    needAdmin(viewer)
    const { revision } = await getStored(db)
    return { settings: config.hut, fixed: Object.keys(config.fixed), revision }
  })
  bindSignedIn(app, deps, api.updateSettings, async save => {
    needAdmin(save.viewer)
    return changeSettings(deps, save)
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
