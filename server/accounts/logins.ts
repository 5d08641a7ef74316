/**
 * Logins. A login is a random token in an HttpOnly cookie. The database stores its SHA-256, so that a copy of the
 * database signs nobody in. A login lasts 30 days after its last use. Signing in makes a new token and ends the earlier
 * login of the browser. When a login ends, all nodes close its sockets, and their pages connect again as the person
 * they are then.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LoginRow } from '../../domain/accounts/api.ts'
import { deviceName } from '../../domain/accounts/device.ts'
import { isRenewalDue, LOGIN_LASTS_MS, lastUse, loginEnd } from '../../domain/accounts/login.ts'
import { SIGN_ON_LASTS_MS } from '../../domain/accounts/single-sign-on/single-sign-on.ts'
import type { User } from '../../domain/accounts/user.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Handle, Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { secureCookies } from '../lib/security/csrf.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { hashOf } from '../lib/token-hash.ts'
import type { Bus } from '../realtime/bus.ts'
import { deleteAccessTokensBefore } from './access-tokens/token-rows.ts'
import { forgetOldBrowsers, remember } from './known-browsers.ts'
import { getMe } from './me-rows.ts'
import { forgetOldChallenges } from './passkeys/passkeys.ts'
import {
  confirmLogin,
  deleteExpiredLogins,
  deleteLogin,
  deleteLoginOf,
  deleteLoginsOf,
  insertLogin,
  listLoginsOf,
  renewLogin
} from './queries.ts'
import { noteSecurity } from './security-rows.ts'
import { deleteAttemptsBefore } from './single-sign-on/sign-on-rows.ts'
import { findViewer } from './viewer-rows.ts'

const COOKIE = 'hut_login'
/** The most characters of a browser's user agent; real ones have less than half. */
const MOST_AGENT = 500
/** How long the list of a person shows access tokens that have ended. */
const ENDED_TOKENS_MS = 30 * 86_400_000
/** The bus channel for ended logins. Its messages are ids of logins (`loginIdOf`). */
export const LOGIN_ENDED = 'login ended'

/** Sets the viewer of a request from its cookie, and renews the login from time to time. */
export async function identify(resources: Resources, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { db, clock } = resources
  const token = request.cookies[COOKIE]
  if (!token || request.viewer) return
  const now = clock.now()
  request.viewer = await findViewer(resources, hashOf(token), new Date(now))
  if (!request.viewer || !isRenewalDue(request.viewer.until.getTime(), now)) return
  await renewLogin(db, hashOf(token), new Date(loginEnd(now)))
  setCookie(resources, reply, token)
}

export type Cookies = Record<string, string | undefined>

/** The username of a socket's login, from its cookie. */
export async function findUsername(
  resources: Pick<Resources, 'db' | 'clock' | 'config'>,
  cookies: Cookies
): Promise<string | null> {
  const token = cookies[COOKIE]
  const viewer = token ? await findViewer(resources, hashOf(token), dateAt(resources.clock)) : null
  return viewer?.username ?? null
}

/** An id of a login that does not reveal its token. */
export function loginIdOf(cookies: Cookies): string | null {
  const token = cookies[COOKIE]
  return token ? hashOf(token).toString('hex') : null
}

/** Deletes expired logins, old browsers and access tokens that ended a month ago, and closes their sockets. */
export async function forgetExpiredLogins({ db, bus, clock }: Pick<Resources, 'db' | 'bus' | 'clock'>): Promise<void> {
  await forgetOldBrowsers({ db, clock })
  await forgetOldChallenges({ db, clock })
  await deleteAttemptsBefore(db, new Date(clock.now() - SIGN_ON_LASTS_MS))
  await deleteAccessTokensBefore(db, new Date(clock.now() - ENDED_TOKENS_MS))
  const ended = await deleteExpiredLogins(db, new Date(clock.now()))
  tellEnded(bus, ended)
}

/** How a person signs in at the provider of single sign-on. */
interface AtProvider {
  id_token: string
  /** When they last proved there who they are, in ms since 1970; null when the provider doesn't say. */
  authenticated_at: number | null
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sets the cookies of the login that begins with this response. */
    beginLogin: (() => void) | null
  }
}

/**
 * Sets the cookies of a new login only with a response that succeeds. After an error the login may not be stored, so the
 * browser keeps the one that it has. Needs `@fastify/cookie`.
 */
export function beginLogins(app: FastifyInstance): void {
  app.decorateReply('beginLogin', null)
  app.addHook('onSend', async (_, reply) => {
    if (reply.statusCode < 400) reply.beginLogin?.()
  })
}

/**
 * Creates a login for `userId`, whose cookie comes with the response. The browser's uuid is only a tag, and never an
 * identity (D-24).
 */
export async function signIn(
  resources: Resources,
  db: Handle,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  clientUuid: string,
  by: 'password' | 'passkey' | 'registration' | AtProvider = 'password'
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const now = resources.clock.now()
  const provenAt = typeof by === 'object' ? by.authenticated_at : by === 'passkey' ? null : now
  await insertLogin(db, {
    token_hash: hashOf(token),
    user_id: userId,
    client_uuid: clientUuid,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, MOST_AGENT),
    created_at: new Date(now),
    confirmed_at: provenAt === null ? null : new Date(Math.min(provenAt, now)),
    id_token: typeof by === 'object' ? by.id_token : null,
    expires_at: new Date(loginEnd(now))
  })
  const { isNew, setBrowser } = await remember(resources, db, request, reply, userId)
  reply.beginLogin = () => {
    setCookie(resources, reply, token)
    setBrowser()
  }
  if (isNew && by !== 'registration') await noteSecurity(db, resources, request, 'new_device', { id: userId })
}

/**
 * Ends the logins of a person.
 * @param kept the login to keep
 * @returns the ended logins, for `tellEnded` after the commit
 */
export function endLogins(tx: Transaction, userId: number, kept?: Buffer): Promise<Buffer[]> {
  return deleteLoginsOf(tx, userId, kept)
}

/** The logins of a person (`securityPage`). */
export async function listLogins({ db, clock }: Resources, { id, login }: SignedIn): Promise<LoginRow[]> {
  const rows = await listLoginsOf(db, id, dateAt(clock))
  return rows.map(row => ({
    id: row.token_hash.toString('hex'),
    device: deviceName(row.user_agent),
    since: row.created_at.toISOString(),
    used_at: new Date(lastUse(row.expires_at.getTime())).toISOString(),
    is_current: row.token_hash.equals(login) ? 1 : 0
  }))
}

/**
 * Ends one login of a person.
 * @param name its `id` in the list
 * @throws Refused 404 when the person has no such login
 */
export async function endLoginOf({ db, bus }: Resources, userId: number, name: string): Promise<void> {
  const hash = Buffer.from(name, 'hex')
  if (!(await deleteLoginOf(db, userId, hash))) refuse({ kind: 'notFound' })
  tellEnded(bus, [hash])
}

/** Closes the sockets of logins that have ended, on all nodes. */
export function tellEnded(bus: Bus, ended: readonly Buffer[]): void {
  for (const login of ended) bus.publish(LOGIN_ENDED, login.toString('hex'))
}

/** Stores that the person has proved who they are in the login of the request (D-31). */
export async function noteConfirmed(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  { cookies }: FastifyRequest
): Promise<void> {
  await confirmLogin(db, hashOf(cookies[COOKIE] ?? ''), new Date(clock.now()))
}

/** Ends the login of the request. Returns its token of single sign-on, if it began with one. */
export async function endLogin(
  { db, bus }: Pick<Resources, 'db' | 'bus'>,
  { cookies }: FastifyRequest
): Promise<string | null> {
  const token = cookies[COOKIE]
  if (!token) return null
  const idToken = await deleteLogin(db, hashOf(token))
  bus.publish(LOGIN_ENDED, hashOf(token).toString('hex'))
  return idToken
}

/**
 * Returns the person of a login that has just begun, and ends the earlier one of the browser. It ends last: if the server
 * fails before, the browser gets no new cookie, and its earlier login still works.
 */
export async function switchLogin(
  resources: Resources,
  request: FastifyRequest,
  me: Parameters<typeof getMe>[1]
): Promise<User> {
  const user = await getMe(resources, me)
  await endLogin(resources, request)
  return user
}

/** Ends the login of the request and removes its cookie. Returns its token of single sign-on, if it began with one. */
export async function signOut(
  resources: Resources,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<string | null> {
  const idToken = await endLogin(resources, request)
  forgetLogin(resources, reply)
  return idToken
}

/** Removes the cookie of a login that has ended. */
function forgetLogin(resources: Resources, reply: FastifyReply): void {
  void reply.clearCookie(COOKIE, cookieOptions(resources))
}

function setCookie(resources: Resources, reply: FastifyReply, token: string): void {
  void reply.setCookie(COOKIE, token, { ...cookieOptions(resources), maxAge: LOGIN_LASTS_MS / 1000 })
}

function cookieOptions({ config }: Resources) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies(config) } as const
}
