/**
 * Being signed in: a random token in an HttpOnly cookie, its SHA-256 in the database, so that a copy of the database
 * signs nobody in. A login lasts 30 days after its last use. Each signing in makes a new token and ends the login that
 * this browser had before. When a login ends, all nodes close its sockets: their pages connect again as who they are
 * by then.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginRow } from '../../domain/accounts/api.ts'
import { deviceName } from '../../domain/accounts/device.ts'
import { isRenewalDue, LOGIN_LASTS_MS, lastUse, loginEnd } from '../../domain/accounts/login.ts'
import type { User } from '../../domain/accounts/user.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { secureCookies } from '../lib/security/csrf.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import type { Bus } from '../realtime/bus.ts'
import { forgetOldBrowsers, remember } from './known-browsers.ts'
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
import { findViewer } from './viewer-rows.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The server's time, in ms since 1970. */
    now: () => number
  }
  interface FastifyRequest {
    /** Who asks; null for a visitor. Known after `identify()`. */
    viewer: SignedIn | null
    /** Looks up the login cookie, and renews the login now and then. */
    identify: (reply: FastifyReply) => Promise<void>
    /** The same person as their own page sees them. */
    me: () => Promise<User | null>
  }
}

const COOKIE = 'hut_login'
/** Characters of what a browser calls itself; real ones have less than half of it. */
const MOST_AGENT = 500
/** On the bus, with the id of the login (`loginIdOf`). */
export const LOGIN_ENDED = 'login ended'

export async function identify(resources: Resources, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { db, clock } = resources
  const token = request.cookies[COOKIE]
  if (!token) return
  const now = clock.now()
  request.viewer = await findViewer(db, hash(token), new Date(now))
  if (!request.viewer || !isRenewalDue(request.viewer.until.getTime(), now)) return
  await renewLogin(db, hash(token), new Date(loginEnd(now)))
  setCookie(resources, reply, token)
}

type Cookies = Record<string, string | undefined>

/** Whose socket this is, by the same cookie. */
export async function findUsername(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  cookies: Cookies
): Promise<string | null> {
  const token = cookies[COOKIE]
  const viewer = token ? await findViewer(db, hash(token), new Date(clock.now())) : null
  return viewer?.username ?? null
}

/** Names a login without giving away its token. */
export function loginIdOf(cookies: Cookies): string | null {
  const token = cookies[COOKIE]
  return token ? hash(token).toString('hex') : null
}

export async function forgetExpiredLogins({ db, bus, clock }: Pick<Resources, 'db' | 'bus' | 'clock'>): Promise<void> {
  await forgetOldBrowsers({ db, clock })
  await forgetOldChallenges({ db, clock })
  const ended = await deleteExpiredLogins(db, new Date(clock.now()))
  tellEnded(bus, ended)
}

/** Makes a login for `userId` and sets its cookie. The browser's own uuid is kept as a tag, never as identity (D-24). */
export async function signIn(
  resources: Resources,
  db: Database | Transaction,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  clientUuid: string,
  by: 'password' | 'passkey' = 'password'
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const now = resources.clock.now()
  await insertLogin(db, {
    token_hash: hash(token),
    user_id: userId,
    client_uuid: clientUuid,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, MOST_AGENT),
    created_at: new Date(now),
    confirmed_at: by === 'password' ? new Date(now) : null,
    expires_at: new Date(loginEnd(now))
  })
  setCookie(resources, reply, token)
  await remember(resources, db, request, reply, userId)
}

/**
 * Ends the logins of a person.
 * @param kept the one that goes on
 * @returns those that have ended, for `tellEnded` after the commit
 */
export function endLogins(tx: Transaction, userId: number, kept?: Buffer): Promise<Buffer[]> {
  return deleteLoginsOf(tx, userId, kept)
}

/** Where a person is signed in (`securityPage`). */
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
 * @throws Refused 404 when it is none of theirs
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

/** The person has given their password in the login that a request came with (D-31). */
export async function noteConfirmed(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  { cookies }: FastifyRequest
): Promise<void> {
  await confirmLogin(db, hash(cookies[COOKIE] ?? ''), new Date(clock.now()))
}

/** Ends the login that a request came with. */
export async function endLogin({ db, bus }: Pick<Resources, 'db' | 'bus'>, { cookies }: FastifyRequest): Promise<void> {
  const token = cookies[COOKIE]
  if (!token) return
  await deleteLogin(db, hash(token))
  bus.publish(LOGIN_ENDED, hash(token).toString('hex'))
}

export async function signOut(resources: Resources, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await endLogin(resources, request)
  forgetLogin(resources, reply)
}

/** Removes the cookie of a login that has ended. */
export function forgetLogin(resources: Resources, reply: FastifyReply): void {
  void reply.clearCookie(COOKIE, cookieOptions(resources))
}

function setCookie(resources: Resources, reply: FastifyReply, token: string): void {
  void reply.setCookie(COOKIE, token, { ...cookieOptions(resources), maxAge: LOGIN_LASTS_MS / 1000 })
}

function cookieOptions({ config }: Resources) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies(config) } as const
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
