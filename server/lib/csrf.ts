/**
 * Against requests forged by other sites (D-21): the login cookie is SameSite=Lax, a write with a foreign Origin is
 * refused, and a CSRF token is verified whenever one is sent. The token is an HMAC of a random cookie, so nothing is
 * stored for it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Resources } from '../dependencies.ts'

const COOKIE = 'hut_csrf'

/** The token of this browser; sets its cookie when there is none yet. */
export function csrfToken({ secret, config }: Resources, request: FastifyRequest, reply: FastifyReply): string {
  let value = request.cookies[COOKIE]
  if (!value) {
    value = randomBytes(24).toString('base64url')
    void reply.setCookie(COOKIE, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.appUrl?.startsWith('https:') ?? false
    })
  }
  return sign(secret, value)
}

/** Refuses a write that another site sent. */
export function refuseForeign(resources: Resources, request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(resources, request.headers.host, origin)) {
    refuse({ kind: 'forbidden', message: 'This request came from another site.' })
  }
  const token = request.headers['x-csrf-token']
  if (token === undefined) return
  const cookie = request.cookies[COOKIE]
  if (!cookie || typeof token !== 'string' || !isEqual(token, sign(resources.secret, cookie)))
    refuse({ kind: 'badToken' })
}

/** Whether an Origin header names this app: the host that was asked, or the configured address. */
export function isOwnOrigin({ config }: Pick<Resources, 'config'>, host: string | undefined, origin: string): boolean {
  if (config.appUrl && origin === new URL(config.appUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

function sign(secret: string, value: string): string {
  return createHmac('sha256', secret).update(value).digest('base64url')
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
