/**
 * Being signed in: a random token in an HttpOnly cookie, its SHA-256 in the database, so that a copy of the database
 * signs nobody in. A login lasts 30 days.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { secureCookies } from '../lib/csrf.ts'
import { deleteExpiredLogins, deleteLogin, insertLogin } from './queries.ts'
import type { SignedIn } from './signed-in.ts'
import { findViewer } from './viewer-rows.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The server's time, in ms since 1970. */
    now: () => number
  }
  interface FastifyRequest {
    /** Who asks; null for a visitor. Known after `identify()`. */
    viewer: SignedIn | null
    /** Looks up the login cookie. */
    identify: () => Promise<void>
  }
}

const COOKIE = 'hut_login'
const LASTS = 30 * 24 * 3600

export async function identify({ db, clock }: Resources, request: FastifyRequest): Promise<void> {
  const token = request.cookies[COOKIE]
  request.viewer = token ? await findViewer(db, hash(token), new Date(clock.now())) : null
}

/** Whose socket this is, by the same cookie. */
export async function findUsername(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  cookies: Record<string, string | undefined>
): Promise<string | null> {
  const token = cookies[COOKIE]
  const viewer = token ? await findViewer(db, hash(token), new Date(clock.now())) : null
  return viewer?.username ?? null
}

export async function forgetExpiredLogins({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  await deleteExpiredLogins(db, new Date(clock.now()))
}

/** Makes a login for `userId` and sets its cookie. The browser's own uuid is kept as a tag, never as identity (D-24). */
export async function signIn(
  resources: Resources,
  db: Database | Transaction,
  reply: FastifyReply,
  userId: number,
  clientUuid: string
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const now = resources.clock.now()
  await insertLogin(db, {
    token_hash: hash(token),
    user_id: userId,
    client_uuid: clientUuid,
    created_at: new Date(now),
    expires_at: new Date(now + LASTS * 1000)
  })
  void reply.setCookie(COOKIE, token, { ...cookieOptions(resources), maxAge: LASTS })
}

export async function signOut(resources: Resources, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = request.cookies[COOKIE]
  if (token) await deleteLogin(resources.db, hash(token))
  void reply.clearCookie(COOKIE, cookieOptions(resources))
}

function cookieOptions({ config }: Resources) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies(config) } as const
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
