/**
 * Single sign-on: begins at the provider, continues with its answer, and connects accounts (docs/decisions/0063). What
 * has begun is in the database, so any node can continue, also after a restart.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { WRONG_PASSWORD } from '../../../domain/accounts/fields.ts'
import { localAddress } from '../../../domain/accounts/next.ts'
import {
  type finishSignOn as finishSignOnCall,
  finishSignOnPage,
  LAST_WAY_IN,
  SIGN_ON_ENDED
} from '../../../domain/accounts/single-sign-on/api.ts'
import {
  type Failure,
  failureHash,
  type Identity,
  isFresh,
  type Purpose,
  SIGN_ON_LASTS_MS,
  usernamesFor
} from '../../../domain/accounts/single-sign-on/single-sign-on.ts'
import { Role } from '../../../domain/accounts/user.ts'
import { isReserved } from '../../../domain/accounts/username.ts'
import type { ReceivedBy } from '../../../domain/lib/endpoint.ts'
import { invalid, type Refusal, refuse } from '../../../domain/lib/refusal.ts'
import { recordAction } from '../../audit-log/entry-rows.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Dependencies, Resources } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { secureCookies } from '../../lib/security/csrf.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { hashOf } from '../../lib/token-hash.ts'
import { queueMail } from '../../mail/mail-rows.ts'
import { changeRole, lockAdmins } from '../admin.ts'
import { guestOf, renameRegistered } from '../guests.ts'
import { endLogin, noteConfirmed, signIn } from '../logins.ts'
import { matchesPassword } from '../passwords.ts'
import { needProof } from '../proof.ts'
import { findCredentials } from '../queries.ts'
import { createUser } from '../registration.ts'
import { hasOtherWayIn, needsPasskey } from '../ways-in.ts'
import { needOidc, readAnswer, SignOnFailed, signInAddress } from './provider.ts'
import {
  type Attempt,
  deleteAttempt,
  deleteIdentitiesOf,
  findIdentity,
  findIdentityOf,
  findPending,
  insertAttempt,
  insertIdentity,
  listTaken,
  lockRole,
  noteUse,
  type Pending,
  takeAttempt
} from './sign-on-rows.ts'

/** Binds what has begun to its browser. It gives no access. */
const COOKIE = 'hut_sign_on'

const ENDED: Refusal = { kind: 'conflict', message: SIGN_ON_ENDED }

/** Returns the address at which the person signs in. @param userId of the signed-in person; null for a sign-in */
export async function start(
  resources: Resources,
  { cookies }: FastifyRequest,
  reply: FastifyReply,
  { purpose, next, userId }: { purpose: Purpose; next: unknown; userId: number | null }
): Promise<string> {
  const { db, clock, config } = resources
  const { address, state, nonce, verifier } = await signInAddress(resources, purpose)
  // Another tab may have begun with this token too.
  const token = cookies[COOKIE] ?? randomBytes(32).toString('base64url')
  await insertAttempt(db, {
    ...{ state_hash: hashOf(state), browser_hash: hashOf(token), nonce, verifier, purpose, user_id: userId },
    next: localAddress(next) ?? '/',
    created_at: dateAt(clock)
  })
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies(config) } as const
  void reply.setCookie(COOKIE, token, { ...options, maxAge: (2 * SIGN_ON_LASTS_MS) / 1000 })
  return address
}

/** Continues with the answer of the provider. Returns the address to open: on a failure, its hash tells why. */
export async function proceed(resources: Resources, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { db, config } = resources
  const url = new URL(request.url, config.appUrl ?? undefined)
  const state = url.searchParams.get('state') ?? ''
  const attempt = await takeAttempt(db, hashOf(state), browserOf(request), oldest(resources))
  // A reload of the address finds nothing, but the person is in.
  if (!attempt) return request.viewer ? '/' : `/${failureHash('ended')}`
  try {
    const answer = await readAnswer(resources, url, { ...attempt, state })
    return await use(resources, request, reply, { ...attempt, identity: answer.identity, id_token: answer.idToken })
  } catch (error) {
    if (!(error instanceof SignOnFailed)) throw error
    request.log.warn({ failure: error.failure, reason: error.message }, 'a single sign-on failed')
    return attempt.next + failureHash(error.failure)
  }
}

async function use(
  resources: Resources,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Pending
): Promise<string> {
  const { db } = resources
  const { identity, purpose, next } = attempt
  const known = await findIdentity(db, identity)
  if (purpose !== 'sign-in') {
    const viewer = request.viewer?.id === attempt.user_id ? request.viewer : null
    if (!viewer) return fail('ended')
    if (purpose === 'link') await db.transaction(tx => connect(tx, resources, viewer.id, identity))
    else if (known?.user_id !== viewer.id) fail('other')
    else if (!isFresh(identity, attempt.created_at.getTime())) fail('stale')
    else await noteConfirmed(resources, request)
    return next
  }
  if (known) {
    await needNoPasskey(resources, known.user_id)
    await db.transaction(async tx => {
      await noteUse(tx, identity, dateAt(resources.clock))
      await enter(tx, resources, request, reply, known.user_id, attempt)
    })
    await endLogin(resources, request)
    return next
  }
  if (identity.email === '') fail('no-email')
  // Someone else may have typed this email at the provider.
  if (!identity.is_verified && (await findCredentials(db, identity.email))) fail('unverified')
  await insertAttempt(db, { ...attempt, created_at: dateAt(resources.clock) })
  return finishSignOnPage.path
}

/** Who waits with this browser for an account, and a username for them. */
export async function getPending(resources: Resources, request: FastifyRequest) {
  const { db } = resources
  const pending = await findPending(db, browserOf(request), oldest(resources))
  if (!pending) return null
  const { identity } = pending
  return {
    email: identity.email,
    username: await freeName(db, identity),
    is_known: (await findCredentials(db, identity.email)) ? (1 as const) : (0 as const)
  }
}

async function freeName(db: Database, identity: Identity): Promise<string> {
  const names = usernamesFor(identity)
  const taken = new Set((await listTaken(db, names)).map(name => name.toLowerCase()))
  return names.find(name => !taken.has(name.toLowerCase()) && !isReserved(name)) ?? ''
}

/** What a call returns after a sign-in. */
interface Entered {
  id: number
  client_uuid: string
  next: string
}

/**
 * Makes an account for a person who has signed in at the provider. The rules of registration don't apply, since the
 * provider decides who has an account there.
 * @throws Refused 409 when nobody waits; 422 as `createUser`
 */
export async function createAccount(
  resources: Resources & Pick<Dependencies, 'rooms'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { username, terms, time_zone }: ReceivedBy<typeof finishSignOnCall>['body']
): Promise<Entered> {
  const { config } = resources
  const pending = await needPending(resources, request)
  const { email, first_name, last_name, is_verified } = pending.identity
  const is_unconfirmed = !is_verified && config.smtp !== null
  const person = { email, username, first_name, last_name, password: null, terms, ...(time_zone && { time_zone }) }
  let clientUuid = ''
  const guest = guestOf(request)
  const id = await createUser(resources, person, {
    guest: guest?.id ?? null,
    async admit(tx) {
      await take(tx, pending)
      return { invitation_id: null, is_unapproved: false, is_unconfirmed }
    },
    async afterwards(tx, userId) {
      await insertOnly(tx, resources, userId, pending.identity)
      if (is_unconfirmed) await queueMail(tx, resources, { email, userId }, { kind: 'welcome', email, username })
      clientUuid = await enter(tx, resources, request, reply, userId, pending)
    }
  })
  if (guest) await renameRegistered(resources, request.log, id)
  return { id, client_uuid: clientUuid, next: pending.next }
}

/**
 * Connects a person who has signed in at the provider with the account that has their email, or with the account that
 * is signed in.
 * @param limit counts an attempt for an account
 * @throws Refused 403 without a recent proof; 409 when nobody waits; 422 for a wrong password
 */
export async function connectAccount(
  resources: Resources,
  request: FastifyRequest,
  reply: FastifyReply,
  password: string,
  limit: (userId: number) => Promise<void>
): Promise<Entered> {
  const { db } = resources
  const pending = await needPending(resources, request)
  const viewer = guestOf(request) ? null : request.viewer
  if (viewer) {
    needProof(resources, viewer)
    await db.transaction(async tx => {
      await take(tx, pending)
      await connect(tx, resources, viewer.id, pending.identity)
    })
    return { ...viewer, next: pending.next }
  }
  const { email, is_verified } = pending.identity
  const owner = is_verified ? await findCredentials(db, email) : null
  if (!owner) return refuse(ENDED)
  await limit(owner.id)
  if (!(await matchesPassword(db, owner.password_hash, password))) refuse(invalid('password', WRONG_PASSWORD))
  await needNoPasskey(resources, owner.id)
  const client_uuid = await db.transaction(async tx => {
    await take(tx, pending)
    await connect(tx, resources, owner.id, pending.identity)
    // The password is a proof.
    const identity = { ...pending.identity, authenticated_at: resources.clock.now() }
    return enter(tx, resources, request, reply, owner.id, { ...pending, identity })
  })
  return { id: owner.id, client_uuid, next: pending.next }
}

/** Disconnects an account from the provider. @throws Refused 409 when nothing else signs the person in */
export function disconnect(resources: Resources, { id }: SignedIn): Promise<void> {
  return resources.db.transaction(async tx => {
    if (!(await hasOtherWayIn(tx, resources, id, 'provider'))) refuse({ kind: 'conflict', message: LAST_WAY_IN })
    await deleteIdentitiesOf(tx, id)
  })
}

/** The sign-in at the provider that is connected with an account, for its page. */
export async function getConnection({ db, config }: Resources, userId: number) {
  const row = config.oidc && (await findIdentityOf(db, userId, config.oidc.issuer))
  return row ? { email: row.email, since: row.created_at.toISOString() } : null
}

/** Signs a person in. Returns the uuid of the login. */
async function enter(
  tx: Transaction,
  resources: Resources,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  { identity, id_token }: Pending
): Promise<string> {
  const clientUuid = randomUUID()
  await followGroup(tx, resources, userId, identity)
  await signIn(resources, tx, request, reply, userId, clientUuid, {
    id_token,
    authenticated_at: identity.authenticated_at
  })
  return clientUuid
}

/** Makes the members of the admins' group admins, and other admins members. The last admin stays. */
async function followGroup(tx: Transaction, { config, clock }: Resources, userId: number, { groups }: Identity) {
  const { adminGroup } = needOidc(config)
  if (adminGroup === null) return
  const isIn = groups.includes(adminGroup)
  await lockAdmins(tx)
  const account = await lockRole(tx, userId)
  if (isIn === (account.role_id === Role.Admin)) return
  const states = await changeRole(tx, account, isIn ? Role.Admin : Role.Member)
  if (states === null || states === 'last admin') return
  await recordAction(tx, null, { action: 'promote', subject: 'user', subjectId: userId, ...states }, dateAt(clock))
}

/** Connects an account, and tells its owner by mail. Does nothing when it is connected already. */
async function connect(tx: Transaction, resources: Resources, userId: number, identity: Identity): Promise<void> {
  if ((await findIdentity(tx, identity))?.user_id === userId) return
  await insertOnly(tx, resources, userId, identity)
  const { name } = needOidc(resources.config)
  const at = dateAt(resources.clock).toISOString()
  await queueMail(tx, resources, userId, { kind: 'sign-on connected', name, email: identity.email, at })
}

async function insertOnly(tx: Transaction, { clock }: Resources, userId: number, identity: Identity): Promise<void> {
  if (await insertIdentity(tx, userId, identity, dateAt(clock))) return
  fail((await findIdentity(tx, identity)) ? 'taken' : 'other')
}

/** An admin with a passkey must use it, if the settings say so. */
async function needNoPasskey(resources: Resources, userId: number): Promise<void> {
  if (await needsPasskey(resources.db, resources, userId)) fail('passkey')
}

async function needPending(resources: Resources, request: FastifyRequest): Promise<Pending> {
  return (await findPending(resources.db, browserOf(request), oldest(resources))) ?? refuse(ENDED)
}

async function take(tx: Transaction, pending: Attempt): Promise<void> {
  if (!(await deleteAttempt(tx, pending))) refuse(ENDED)
}

function fail(failure: Failure): never {
  throw new SignOnFailed(failure)
}

const oldest = ({ clock }: Pick<Resources, 'clock'>): Date => new Date(clock.now() - SIGN_ON_LASTS_MS)

const browserOf = ({ cookies }: FastifyRequest): Buffer => hashOf(cookies[COOKIE] ?? '')
