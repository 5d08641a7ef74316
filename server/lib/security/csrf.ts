/**
 * Against requests forged by other sites (D-21): the login cookie is SameSite=Lax, a write with a foreign Origin, or
 * that the browser says comes from another site, is refused, and a CSRF token is verified whenever one is sent. `@fastify/csrf-protection` keeps a random value in a
 * cookie and makes tokens of it, with `reply.generateCsrf()`. Each token is salted, so that the compressed HTML of two
 * responses does not give it away.
 */
import { isIP } from 'node:net'
import csrfProtection from '@fastify/csrf-protection'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Config } from '../config.ts'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** `none` is a person who acts without a page. A program that is no browser does not send the header. */
const OWN_SITES = [undefined, 'same-origin', 'none']

export function isWrite({ method }: FastifyRequest): boolean {
  return WRITES.has(method)
}

/** Cookies are Secure wherever https is used: by `APP_URL`, or as the trusted proxy says. */
export function secureCookies({ appUrl }: Config): true | 'auto' {
  return appUrl?.startsWith('https:') ? true : 'auto'
}

/** Refuses every write that another site sent. Needs `@fastify/cookie`. */
export async function refuseForeign(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(csrfProtection, {
    cookieKey: 'hut_csrf',
    cookieOpts: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: secureCookies(config)
    },
    getToken: ({ headers }) => String(headers['x-csrf-token'])
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!isWrite(request)) return done()
    const { host, origin } = request.headers
    const isForeign = origin !== undefined && !isOwnOrigin(config, host, origin)
    if (isForeign || !OWN_SITES.includes(request.headers['sec-fetch-site'] as string | undefined)) {
      refuse({ kind: 'forbidden', message: 'This request came from another site.' })
    }
    if (request.headers['x-csrf-token'] === undefined) done()
    else app.csrfProtection(request, reply, done)
  })
}

/** Whether an Origin header names this app: the requested host or the configured address. @internal */
export function isOwnOrigin({ appUrl }: Config, host: string | undefined, origin: string): boolean {
  if (appUrl && origin === new URL(appUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Whether a socket may be opened. With a configured address a page of any other name is refused, even if it asked for
 * that name: another site can give its own name to our number.
 */
export function mayOpenSocket(config: Config, host: string | undefined, origin: string | undefined): boolean {
  if (origin === undefined) return true
  if (!isOwnOrigin(config, host, origin)) return false
  const { appUrl } = config
  const { hostname } = new URL(origin)
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return !appUrl || hostname === new URL(appUrl).hostname || hostname === 'localhost' || isNumber
}
