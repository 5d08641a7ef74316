/**
 * Against requests forged by other sites (D-21): the login cookie is SameSite=Lax, a write with a foreign Origin is
 * refused, and a CSRF token is verified whenever one is sent. `@fastify/csrf-protection` keeps a random value in a
 * cookie and makes tokens of it, with `reply.generateCsrf()`. Each token is salted, so that the compressed HTML of two
 * responses does not give it away.
 */
import csrfProtection from '@fastify/csrf-protection'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Config } from './config.ts'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Refuses every write that another site sent. Needs `@fastify/cookie`. */
export async function refuseForeign(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(csrfProtection, {
    cookieKey: 'hut_csrf',
    cookieOpts: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.appUrl?.startsWith('https:') ?? false
    },
    getToken: ({ headers }) => String(headers['x-csrf-token'])
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!WRITES.has(request.method)) return done()
    const { host, origin } = request.headers
    if (origin !== undefined && !isOwnOrigin(config, host, origin)) {
      refuse({ kind: 'forbidden', message: 'This request came from another site.' })
    }
    if (request.headers['x-csrf-token'] === undefined) done()
    else app.csrfProtection(request, reply, done)
  })
}

/** Whether an Origin header names this app: the host that was asked, or the configured address. */
export function isOwnOrigin({ appUrl }: Config, host: string | undefined, origin: string): boolean {
  if (appUrl && origin === new URL(appUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
