/** Builds the app from the given resources. `main.ts` passes the real ones, and tests pass others. */

import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { type Subject, subjectAt } from '../domain/accounts/access-tokens/scopes.ts'
import { refuse } from '../domain/lib/refusal.ts'
import { acceptAccessTokens } from './accounts/access-tokens/access-tokens.ts'
import { accessTokenRoutes } from './accounts/access-tokens/routes.ts'
import { emailRoutes } from './accounts/emails/routes.ts'
import { invitationRoutes } from './accounts/invitations/routes.ts'
import { beginLogins, identify } from './accounts/logins.ts'
import { getMe } from './accounts/me-rows.ts'
import { passkeyRoutes } from './accounts/passkeys/routes.ts'
import { passwordRoutes } from './accounts/passwords/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { signOnRoutes } from './accounts/single-sign-on/routes.ts'
import { attachRoutes } from './activities/attach-routes.ts'
import { activityRoutes } from './activities/routes.ts'
import { approvalRoutes } from './admin/approval-routes.ts'
import { moneyRoutes } from './admin/money-routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { apiDocument } from './api-document/document.ts'
import { oauthRoutes } from './assistants/oauth/routes.ts'
import { assistantRoutes } from './assistants/routes.ts'
import { startBackupWorker } from './backup/worker.ts'
import { startEventWorker } from './billing/events.ts'
import { billingRoutes } from './billing/routes.ts'
import { sandboxRoutes } from './billing/sandbox-routes.ts'
import { tokenRoutes } from './billing/token-routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { cheerRoutes } from './cheers/routes.ts'
import { dayRoutes } from './days/routes.ts'
import { deletionRoutes } from './deletion/routes.ts'
import type { Dependencies, Resources } from './dependencies.ts'
import { embedRoutes } from './embed/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { faceRoutes } from './faces/routes.ts'
import { startGoalReminderWorker } from './goals/announce-goals.ts'
import { goalsThatAsk } from './goals/reminder-rows.ts'
import { goalRoutes } from './goals/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { importRoutes } from './import/routes.ts'
import { legalRoutes } from './legal/routes.ts'
import type { Documented } from './lib/documented.ts'
import { rememberWrites } from './lib/from-replica.ts'
import { documentedAddress } from './lib/http/documented-address.ts'
import { refuseAddress, refuseBytes, refuseExpectations } from './lib/http/early-refusals.ts'
import { DISK_FULL, errorHandler, texts } from './lib/http/errors.ts'
import { readJsonBodies } from './lib/http/json-bodies.ts'
import { refuseUnderPressure } from './lib/http/pressure.ts'
import { bindWellKnown } from './lib/http/well-known.ts'
import { refuseWrongMethods } from './lib/http/wrong-method.ts'
import { createAllowances } from './lib/limits/allowances.ts'
import { memoryCounters } from './lib/limits/counters.ts'
import { createSpaceGuard } from './lib/limits/free-space.ts'
import { LONGEST_UPLOAD_MS, refuseSlowBodies } from './lib/limits/slow-bodies.ts'
import { OneLine, QUIET } from './lib/log.ts'
import { bindManifest } from './lib/pages/manifest.ts'
import { bindShell, sendPage } from './lib/pages/pages.ts'
import { createTryRender, createVisitorPages } from './lib/pages/visitor-pages.ts'
import { isWrite, refuseForeign } from './lib/security/csrf.ts'
import { refuseEmbedded } from './lib/security/fetch-dest.ts'
import { OPEN, refuseVisitors } from './lib/security/members-only.ts'
import { warnOfProxy } from './lib/security/proxy.ts'
import { addSecurityHeaders } from './lib/security/security-headers.ts'
import type { RunningWorker, Worker } from './lib/worker.ts'
import { listRoutes } from './lists/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { createMailer } from './mail/mailer.ts'
import { startMailWorker } from './mail/worker.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { operatorRoutes } from './operator/operator-routes.ts'
import { planRoutes } from './plans/routes.ts'
import { postRoutes } from './posts/routes.ts'
import { pressRoutes } from './presses/routes.ts'
import { createPreviews } from './previews/previews.ts'
import { programmeRoutes } from './programmes/routes.ts'
import { followingRoutes } from './publishing/following/routes.ts'
import { publishingRoutes } from './publishing/routes.ts'
import { createHub } from './realtime/hub.ts'
import { storedEvents } from './realtime/room-rows.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { startReminderWorker } from './reminders/worker.ts'
import { reportRoutes } from './reports/routes.ts'
import { seriesRoutes } from './series/routes.ts'
import { sessionGoalRoutes } from './session-goals/routes.ts'
import { activityPageRoutes } from './sessions/activity-pages.ts'
import { groupPageRoutes } from './sessions/group-pages.ts'
import { sessionLogRoutes } from './sessions/log-routes.ts'
import { createRooms } from './sessions/rooms.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { announceTurns } from './sessions/turns/announce-turns.ts'
import { watchSettings } from './settings/hut-settings.ts'
import { sitemapRoutes } from './sitemap/routes.ts'
import { openSocket, type Sockets } from './socket/socket.ts'
import { type Sweep, startSweep } from './sweep/sweep.ts'
import { todayRoutes } from './today/routes.ts'
import { tourRoutes } from './tour/routes.ts'
import { createPictureMaker } from './uploads/picture-maker.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { startWebhookWorker } from './webhooks/worker.ts'

/**
 * Styles of the API documentation: the colours of the product instead of the library's bar. On a phone, no response has
 * links, and long words in the introduction are wider than the screen.
 */
const DOCS_STYLES = `
.swagger-ui .topbar { display: none; }
html:not(.dark-mode) body { background: #fbf6ee; }
html:not(.dark-mode) .swagger-ui .scheme-container { background: #fffdfa; }
html:not(.dark-mode) .swagger-ui code { color: #7a2a06; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .info h2, .swagger-ui .opblock-tag, .swagger-ui input, .swagger-ui .btn {
  font-family: Inter, system-ui, sans-serif;
}
html:not(.dark-mode) .swagger-ui .info a { color: #a83a0b; }
.swagger-ui .info .title small { background: #a83a0b; }
.swagger-ui .filter .operation-filter-input { max-width: 30rem; padding: 0.75rem 1rem; border: 1px solid #8a7a6c; border-radius: 0.75rem; }
.swagger-ui .opblock { border-radius: 0.75rem; box-shadow: none; }
.swagger-ui code { overflow-wrap: anywhere; }
@media (max-width: 48rem) { .swagger-ui .response-col_links { display: none; } }
`

const NOT_FOUND = { head: { title: 'Page not found' }, serverData: null, status: 404 }

/** The app with the parts that its process and tests use. */
export interface BuiltApp {
  app: FastifyInstance
  deps: Dependencies
  /** All calls that the features have documented. */
  documented: Documented[]
  sockets: Sockets
  workers: {
    sweep: Sweep
    mails: RunningWorker
    reminders: Worker
    goalReminders: Worker
    events: RunningWorker
    backups: Worker
    webhooks: Worker
  }
}

/** Builds the app. It does not listen yet. */
export async function createApp(resources: Resources, logger?: FastifyBaseLogger): Promise<BuiltApp> {
  const { config, clock } = resources
  const stopWatching = watchSettings(resources)
  const hub = createHub(resources.bus, randomUUID(), storedEvents(resources.db))
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    trustProxy: config.trustProxy,
    rewriteUrl: request => documentedAddress(request.method ?? 'GET', request.url ?? '/'),
    genReqId: () => randomUUID(),
    logController: new OneLine(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    bodyLimit: 1_048_576,
    requestTimeout: LONGEST_UPLOAD_MS,
    forceCloseConnections: true,
    // The database is closed after the last request.
    return503OnClosing: false,
    frameworkErrors: refuseAddress(clock, config),
    clientErrorHandler: refuseBytes(clock, config)
  })
  app.addHook('onClose', async () => stopWatching())
  const mailer = resources.mailer ?? createMailer(config, app.log)
  const { render } = resources
  const pictures = createPictureMaker(resources, app.log)
  const tryRender = render ? createTryRender({ clock, log: app.log, render }) : null
  const counters = resources.counters ?? memoryCounters(clock)
  const documented: Documented[] = []
  const withTag = (tag: string, subject: Subject | null) => (call: Omit<Documented, 'tag' | 'subject'>) =>
    void documented.push({ ...call, tag, subject: subjectAt(call.path, subject) })
  const deps: Dependencies = {
    ...resources,
    identify: (request, reply) => identify(resources, request, reply),
    getMe: async viewer => viewer && getMe(resources, viewer),
    document: withTag('Other', null),
    take: createAllowances({ ...resources, counters }),
    metrics: new Registry(),
    // The workers start last. Nothing calls these before.
    expectSession: (id, due) => workers.sweep.expect(id, due),
    handleEvents: () => workers.events.wake(),
    sendMails: () => workers.mails.wake(),
    isDraining: () => sockets.isDraining(),
    hub,
    mailer,
    rooms: createRooms({ ...resources, hub }),
    counters,
    pictures,
    drawPreview: createPreviews(pictures, config),
    tryRender,
    visitorPages: tryRender && createVisitorPages({ ...resources, tryRender, log: app.log })
  }

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => response => JSON.stringify(response))
  app.setErrorHandler(errorHandler)
  readJsonBodies(app)
  refuseExpectations(app, clock, config)

  // Register the headers before all plugins, so that the plugins' responses have them too.
  addSecurityHeaders(app, config)
  if (config.trustProxy === false) warnOfProxy(app)
  await app.register(cookie)
  beginLogins(app)
  await app.register(compress, { global: true, threshold: 2048, encodings: ['br', 'gzip'] })
  // This is a limit too. A machine that is slow because of tests must not refuse calls.
  if (config.rateLimits) await refuseUnderPressure(app)
  await app.register(swagger, {
    // Hide the plugin's own list of routes, because `documented` says more about each.
    transform: ({ url }) => ({ url, schema: { hide: true } }),
    transformObject: () => apiDocument(documented, config) as object
  })
  const css = [{ filename: 'hut.css', content: DOCS_STYLES }]
  const uiConfig = { filter: true, docExpansion: 'none' as const }
  await app.register(swaggerUi, { routePrefix: '/api/docs', theme: { title: config.hut.name, css }, uiConfig })

  app.decorateRequest('viewer', null)
  app.decorateRequest('requestKey', null)
  app.addHook('onRequest', async (request, reply) => {
    // PostgreSQL cannot store a null byte, and none of our addresses contains one.
    if (request.url.includes('%00')) {
      return reply.status(400).send(texts('This address isn’t valid.'))
    }
  })
  const refuseMethod = refuseWrongMethods(app, documented)
  refuseSlowBodies(app, clock)
  await refuseForeign(app, config)
  refuseEmbedded(app)
  rememberWrites(app, resources)
  acceptAccessTokens(app, resources)
  refuseVisitors(app, deps)
  const hasRoom = createSpaceGuard(resources)
  app.addHook('onRequest', async request => {
    if (isWrite(request) && !(await hasRoom())) refuse(DISK_FULL)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-server-time', clock.now()).header('x-request-id', request.id)
    if (deps.isDraining()) void reply.header('connection', 'close')
    // Nearly all responses depend on the person, so browsers and proxies may cache only those that say so.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-store')
    done()
  })

  if (resources.assets) {
    const root = resources.assets
    await app.register(async scope => {
      scope.addHook('onRoute', route => {
        route.config = { ...route.config, ...QUIET.config, ...OPEN.config }
      })
      await scope.register(fastifyStatic, {
        root,
        wildcard: false,
        index: false,
        preCompressed: true,
        setHeaders: (reply, path) => {
          const forever = /[\\/]assets[\\/]/.test(path)
          void reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
        }
      })
    })
  }

  await operatorRoutes(app, deps, hasRoom)
  bindShell(app, deps)
  bindManifest(app, config)
  bindWellKnown(app, deps)
  // The third is the subject of the scopes with which a program may make the calls (D-156).
  for (const [feature, routes, subject] of [
    ['Accounts', accountRoutes, null],
    ['Days', dayRoutes, null],
    ['Deletion', deletionRoutes, null],
    ['Passwords', passwordRoutes, null],
    ['Passkeys', passkeyRoutes, null],
    ['Access tokens', accessTokenRoutes, null],
    ['Single sign-on', signOnRoutes, null],
    ['Emails', emailRoutes, null],
    ['Accounts', invitationRoutes, null],
    ['Tokens', tokenRoutes, null],
    ['Billing', billingRoutes, null],
    ['Press addresses', pressRoutes, null],
    ['Webhooks', webhookRoutes, null],
    ['Goals', goalRoutes, 'goals'],
    ['Logs', logRoutes, 'logs'],
    ['Logs', sessionLogRoutes, 'logs'],
    ['Notes', noteRoutes, 'goals'],
    ['Lists', listRoutes, 'activities'],
    ['Activities', activityRoutes, 'activities'],
    ['Activities', activityPageRoutes, 'activities'],
    ['Plans', planRoutes, null],
    ['Programmes', programmeRoutes, 'activities'],
    ['Groups', groupRoutes, 'groups'],
    ['Groups', attachRoutes, 'groups'],
    ['Groups', groupPageRoutes, 'groups'],
    ['Sessions', sessionRoutes, 'sessions'],
    ['Series', seriesRoutes, 'sessions'],
    ['Calendar', calendarRoutes, null],
    ['Embed', embedRoutes, null],
    ['Chat', chatRoutes, 'messages'],
    ['Cheers', cheerRoutes, 'messages'],
    ['Export', exportRoutes, null],
    ['Import', importRoutes, null],
    ['Moderation', moderationRoutes, null],
    ['Reports', reportRoutes, null],
    ['Admin', adminRoutes, null],
    ['Admin', moneyRoutes, null],
    ['Admin', approvalRoutes, null],
    ['Posts', postRoutes, 'messages'],
    ['Session goals', sessionGoalRoutes, 'sessions'],
    ['Legal', legalRoutes, null],
    ['Sitemap', sitemapRoutes, null],
    ['Uploads', uploadRoutes, 'publishing'],
    ['Publishing', publishingRoutes, 'publishing'],
    ['Publishing', followingRoutes, 'publishing'],
    ['Faces', faceRoutes, null],
    ['Today', todayRoutes, 'goals'],
    ['Tour', tourRoutes, null],
    ['Reminders', reminderRoutes, null],
    ['Connected apps', oauthRoutes, null]
  ] as const) {
    const scoped = (scope: FastifyInstance): Promise<void> => {
      scope.addHook('onRoute', route => {
        route.config = { ...route.config, subject: subjectAt(route.url, subject) }
      })
      return routes(scope, { ...deps, document: withTag(feature, subject) })
    }
    // Without a name, Fastify searches all loaded modules for one, for each of these.
    await app.register(Object.assign(scoped, { [Symbol.for('fastify.display-name')]: feature }))
  }

  await app.register(scope => assistantRoutes(scope, deps, documented))

  const { sandbox } = resources
  if (sandbox) await app.register(scope => sandboxRoutes(scope, deps, sandbox))

  app.setNotFoundHandler({}, async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !/\.\w+$/.test(path)
    if (!isPage && refuseMethod(request.method, request.url, reply)) return reply
    if (!isPage) return reply.status(404).send(texts('There’s nothing here.'))
    await deps.identify(request, reply)
    return sendPage(deps, request, reply, async () => NOT_FOUND)
  })

  const sockets = openSocket(app, deps)
  const workers = {
    sweep: startSweep(app, deps),
    mails: startMailWorker(app, deps),
    goalReminders: startGoalReminderWorker(app, deps),
    reminders: startReminderWorker(app, deps, {
      announceTurns,
      goalsThatAsk: ({ db, clock }, goalIds) => goalsThatAsk(db, goalIds, clock.now())
    }),
    events: startEventWorker(app, deps),
    webhooks: startWebhookWorker(app, deps),
    backups: startBackupWorker(app, deps)
  }
  return { app, deps, documented, sockets, workers }
}
