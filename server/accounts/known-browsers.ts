/**
 * Browsers in which a person has signed in before. Their login attempts have a separate limit, so that guesses from
 * elsewhere do not lock the person out (docs/decisions/0024). Each login replaces the token in the cookie. The token
 * alone gives no access.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BROWSER_KNOWN_MS } from '../../domain/accounts/login.ts'
import type { Handle, Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { secureCookies } from '../lib/security/csrf.ts'
import { hashOf } from '../lib/token-hash.ts'
import { deleteBrowsersBefore, forgetBrowsersOf, isBrowserKnown, rememberBrowser } from './queries.ts'

const COOKIE = 'hut_browser'

/** The identity of the request's browser, for a limit. */
export function browserOf({ cookies }: FastifyRequest): string {
  return cookieHash(cookies[COOKIE])?.toString('hex') ?? ''
}

/** Whether the account with this e-mail has signed in with this browser. */
export async function isKnownBrowser(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  { cookies }: FastifyRequest,
  email: string
): Promise<boolean> {
  const hash = cookieHash(cookies[COOKIE])
  return hash !== null && isBrowserKnown(db, hash, email, new Date(clock.now() - BROWSER_KNOWN_MS))
}

/**
 * Remembers the browser of a person who signs in, with a new token.
 * @returns whether they are new there, and a function that sets the cookie
 */
export async function remember(
  { clock, config }: Resources,
  db: Handle,
  { cookies }: FastifyRequest,
  reply: FastifyReply,
  userId: number
): Promise<{ isNew: boolean; setBrowser: () => void }> {
  const token = randomBytes(32).toString('base64url')
  const row = { token_hash: hashOf(token), user_id: userId, used_at: dateAt(clock) }
  const isNew = await rememberBrowser(db, cookieHash(cookies[COOKIE]), row)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies(config) } as const
  const setBrowser = (): void => void reply.setCookie(COOKIE, token, { ...options, maxAge: BROWSER_KNOWN_MS / 1000 })
  return { isNew, setBrowser }
}

/** Forgets the browsers of a person. @param request of the browser to keep */
export function forgetBrowsers(tx: Transaction, userId: number, request: FastifyRequest | null): Promise<void> {
  return forgetBrowsersOf(tx, userId, cookieHash(request?.cookies[COOKIE]))
}

/** Forgets browsers without a recent login. */
export function forgetOldBrowsers({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  return deleteBrowsersBefore(db, new Date(clock.now() - BROWSER_KNOWN_MS))
}

function cookieHash(token: string | undefined): Buffer | null {
  return token ? hashOf(token) : null
}
