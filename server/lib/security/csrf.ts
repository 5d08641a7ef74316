/**
 * Protects against requests forged by other sites (D-21). The login cookie is SameSite=Lax. A write is refused if its
 * Origin is foreign or if the browser says that it comes from another site. A CSRF token is checked whenever one is
 * sent. `@fastify/csrf-protection` keeps a random value in a cookie and makes tokens from it, with
 * `reply.generateCsrf()`. Each token is salted, so that comparing two compressed responses does not reveal it.
 */
import { isIP } from 'node:net'
import csrfProtection from '@fastify/csrf-protection'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Config } from '../config.ts'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/**
 * `none` means that the person acted without a page, for example in the address bar. Other programs send no such
 * header.
 */
const OWN_SITES = [undefined, 'same-origin', 'none']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other sites may send it too: its address has a secret, and no cookie counts. */
    takesForeign?: boolean
  }
}

/** Whether a request may change something, by its method. */
export function isWrite({ method }: FastifyRequest): boolean {
  return WRITES.has(method)
}

/** Whether cookies are Secure: always with an https address in `APP_URL`, otherwise when the request uses https. */
export function secureCookies({ appUrl }: Config): true | 'auto' {
  return appUrl?.startsWith('https:') ? true : 'auto'
}

/** Refuses writes from other sites. Needs `@fastify/cookie`. */
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
    if (!isWrite(request) || request.routeOptions.config.takesForeign) return done()
    const { host, origin } = request.headers
    const isForeign = origin !== undefined && !isOwnOrigin(config, host, origin)
    if (isForeign || !OWN_SITES.includes(request.headers['sec-fetch-site'] as string | undefined)) {
      refuse({ kind: 'forbidden', message: 'This request came from another site.' })
    }
    if (request.headers['x-csrf-token'] === undefined) done()
    else app.csrfProtection(request, reply, done)
  })
}

/** Whether an Origin is this app: the requested host or the configured address. @internal */
export function isOwnOrigin({ appUrl }: Config, host: string | undefined, origin: string): boolean {
  if (appUrl && origin === new URL(appUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Whether a page may open a socket. With a configured address, other host names are refused even if the request used
 * them, because another site can point its own name to our IP address.
 */
export function mayOpenSocket(config: Config, host: string | undefined, origin: string | undefined): boolean {
  if (origin === undefined) return true
  if (!isOwnOrigin(config, host, origin)) return false
  const { appUrl } = config
  const { hostname } = new URL(origin)
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return !appUrl || hostname === new URL(appUrl).hostname || hostname === 'localhost' || isNumber
}
