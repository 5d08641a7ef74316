/** Lets apps get access tokens by OAuth 2.1 (docs/decisions/0074). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { SCOPES } from '../../../domain/accounts/access-tokens/scopes.ts'
import * as api from '../../../domain/accounts/apps/api.ts'
import { askedScopes, QUESTION_ENDED } from '../../../domain/accounts/apps/apps.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindSignedIn } from '../../lib/bind.ts'
import { attemptLimit } from '../../lib/limits/rate-limit.ts'
import { bindPersonalPage } from '../../lib/pages/pages.ts'
import { ADDRESSES, originOf, QUESTION_COOKIE, resourceOf } from './addresses.ts'
import { allowApp, readQuestion, refuseApp } from './questions.ts'
import { registerApp } from './register.ts'

/** No cookie counts at these addresses, or only one of the library's own. */
const OPTIONS = { schema: { hide: true } as object, config: { isOpen: true, takesForeign: true } }
const SERVER_METADATA = '/.well-known/oauth-authorization-server'
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

export async function oauthRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { config } = deps
  let opened: Promise<Provider> | null = null
  const open = (): Promise<Provider> => {
    opened ??= openLate(app, deps)
    // The database may be away for a moment.
    opened.catch(() => {
      opened = null
    })
    return opened
  }

  /** A browser without the cookie of a question has none, so the library needn't be loaded. */
  const openFor = ({ cookies }: FastifyRequest): Promise<Provider> =>
    cookies[QUESTION_COOKIE] === undefined ? refuse({ kind: 'notFound', message: QUESTION_ENDED }) : open()

  bindPersonalPage(app, deps, api.connectAppPage, async () => ({}))
  bindSignedIn(app, deps, api.getAppQuestion, async ({ params, request, reply }) =>
    readQuestion(await openFor(request), { request, reply }, params.question)
  )
  bindSignedIn(app, deps, api.allowApp, async ({ params, body, viewer, request, reply }) => ({
    address: await allowApp(deps, await openFor(request), viewer, {
      request,
      reply,
      id: params.question,
      allowed: body.allowed
    })
  }))
  bindSignedIn(app, deps, api.refuseApp, async ({ params, request, reply }) => ({
    address: await refuseApp(await openFor(request), { request, reply, id: params.question })
  }))

  for (const path of [RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp`]) {
    app.get(path, OPTIONS, async () => ({
      resource: resourceOf(config),
      authorization_servers: [originOf(config)],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: config.hut.name
    }))
  }

  const limitApps = attemptLimit(deps, 'appRegistrations')
  app.post(ADDRESSES.registration, { ...OPTIONS, onRequest: limitApps }, async (request, reply) => {
    const { status, body } = await registerApp(deps, await open(), request.body)
    return reply.status(status).send(body)
  })
  await app.register(scope => passOn(scope, open, attemptLimit(deps, 'appRequests')))
}

/** Passes requests on to the library, which reads their bodies itself. */
async function passOn(
  app: FastifyInstance,
  open: () => Promise<Provider>,
  onRequest: (request: FastifyRequest) => Promise<void>
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const handle = (await open()).callback()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    await handle(request.raw, reply.raw)
  }
  const ask = (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const url = new URL(request.raw.url ?? '', 'http://localhost')
    url.searchParams.set('scope', askedScopes(url.searchParams.get('scope') ?? undefined).join(' '))
    request.raw.url = url.pathname + url.search
    return pass(request, reply)
  }
  const options = { ...OPTIONS, onRequest }
  app.get(SERVER_METADATA, OPTIONS, pass)
  app.get(ADDRESSES.jwks, OPTIONS, pass)
  app.get(ADDRESSES.authorization, options, ask)
  app.get(`${ADDRESSES.authorization}/:uid`, options, pass)
  app.post(ADDRESSES.token, options, pass)
  app.post(ADDRESSES.revocation, options, pass)
}

async function openLate(app: FastifyInstance, deps: Dependencies): Promise<Provider> {
  const { openProvider } = await import('./provider.ts')
  const provider = await openProvider(deps)
  provider.silent = true
  provider.on('server_error', (_, error) => app.log.error({ err: error }, 'OAuth failed'))
  return provider
}
