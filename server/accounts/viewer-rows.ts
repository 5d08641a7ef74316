/** Finds the person of a login cookie, and their data for their own pages. */
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { suspensionOf } from '../../domain/accounts/suspension.ts'
import { Role, type User } from '../../domain/accounts/user.ts'
import type { DistanceUnit } from '../../domain/lib/distance.ts'
import { usesLeft } from '../../domain/tokens/tokens.ts'
import { toWireSubscription } from '../billing/subscription-rows.ts'
import { prepared } from '../db/prepared.ts'
import { logins, persons, users } from '../db/schema/accounts.ts'
import { subscriptions } from '../db/schema/billing/billing.ts'
import { balances } from '../db/schema/billing/tokens.ts'
import { pressAddresses } from '../db/schema/presses.ts'
import { accessTokens } from '../db/schema/sign-in.ts'
import type { Resources } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { isFreeHut } from '../tokens/ledger-rows.ts'
import { guestName } from './guest-rows.ts'
import { unreadOf } from './unread-rows.ts'
import { hasPassword } from './ways-in.ts'

const account = {
  id: users.id,
  role_id: users.role_id,
  username: users.username,
  registered: users.created_at,
  is_unconfirmed: users.is_unconfirmed,
  is_unapproved: users.is_unapproved,
  guest_name: guestName,
  time_zone: users.time_zone,
  day_start: users.day_start,
  suspended_until: users.suspended_until,
  suspended_reason: users.suspended_reason
}

const viewerByToken = prepared(db =>
  db
    .select({
      ...account,
      client_uuid: logins.client_uuid,
      login: logins.token_hash,
      since: logins.created_at,
      confirmed: logins.confirmed_at,
      is_by_provider: sql<boolean>`(${logins.id_token} is not null)`,
      until: logins.expires_at
    })
    .from(logins)
    .innerJoin(users, eq(users.id, logins.user_id))
    // Ignores a login that began while the account was being deleted.
    .where(
      and(
        eq(logins.token_hash, sql.placeholder('hash')),
        gt(logins.expires_at, sql.placeholder('now')),
        isNull(users.erased_at)
      )
    )
)

/** The person of a login that has not ended; null for any other token. */
export async function findViewer(
  { db, config }: Pick<Resources, 'db' | 'config'>,
  hash: Buffer,
  now: Date
): Promise<SignedIn | null> {
  const [viewer] = await viewerByToken(db).execute({ hash, now })
  return viewer ? { ...viewer, is_unconfirmed: mustConfirm(config, viewer) } : null
}

const programByToken = prepared(db =>
  db
    .select({
      account,
      token: {
        id: accessTokens.id,
        scopes: accessTokens.scopes,
        used_at: accessTokens.used_at,
        since: accessTokens.created_at,
        until: accessTokens.expires_at
      }
    })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.user_id))
    .where(
      and(
        eq(accessTokens.token_hash, sql.placeholder('hash')),
        gt(accessTokens.expires_at, sql.placeholder('now')),
        isNull(users.erased_at)
      )
    )
)

interface Program {
  token: number
  scopes: string
  used_at: Date | null
  viewer: SignedIn
}

/**
 * The program of an access token that has not ended; null for any other token. It acts as its person, without the
 * rights of an admin or moderator, and no use of the token proves who they are (D-156).
 */
export async function findProgram(
  { db, config }: Pick<Resources, 'db' | 'config'>,
  hash: Buffer,
  now: Date
): Promise<Program | null> {
  const [row] = await programByToken(db).execute({ hash, now })
  if (!row) return null
  const { id, scopes, used_at, since, until } = row.token
  const viewer = withoutRights(config, row.account, { client_uuid: `token-${id}`, login: hash, since, until })
  return { token: id, scopes, used_at, viewer }
}

const presserBySecret = prepared(db =>
  db
    .select({ account, distance_unit: users.distance_unit, address: pressAddresses })
    .from(pressAddresses)
    .innerJoin(users, eq(users.id, pressAddresses.user_id))
    .where(and(eq(pressAddresses.secret_hash, sql.placeholder('hash')), isNull(users.erased_at)))
)

interface Presser {
  address: typeof pressAddresses.$inferSelect
  /** How the person reads distances; null when their browser decides. */
  distance_unit: DistanceUnit | null
  viewer: SignedIn
}

/** The press address with a secret, and its person; null for any other secret (D-156). */
export async function findPresser(
  { db, config }: Pick<Resources, 'db' | 'config'>,
  hash: Buffer,
  now: Date
): Promise<Presser | null> {
  const [row] = await presserBySecret(db).execute({ hash })
  if (!row) return null
  const { id, created_at: since } = row.address
  const viewer = withoutRights(config, row.account, { client_uuid: `press-${id}`, login: hash, since, until: now })
  return { address: row.address, distance_unit: row.distance_unit, viewer }
}

type Secret = Pick<SignedIn, 'client_uuid' | 'login' | 'since' | 'until'>

/** The person of a secret that proves nothing about who is there. */
function withoutRights(
  config: Resources['config'],
  person: Omit<SignedIn, keyof Secret | 'confirmed' | 'is_by_provider'>,
  secret: Secret
): SignedIn {
  return {
    ...person,
    ...{ role_id: Role.Member, is_unconfirmed: mustConfirm(config, person) },
    ...{ ...secret, confirmed: null, is_by_provider: true }
  }
}

/** Without a mail server no email can be confirmed, so only guests count as unconfirmed (D-145). */
function mustConfirm(
  { smtp }: Resources['config'],
  { is_unconfirmed, guest_name }: Pick<SignedIn, 'is_unconfirmed' | 'guest_name'>
): boolean {
  return is_unconfirmed && (smtp !== null || guest_name !== null)
}

const mutes = sql<{ username: string; is_block: boolean }[] | null>`(
  select json_agg(json_build_object('username', u.username, 'is_block', m.is_block) order by u.username)
  from mutes m join users u on u.id = m.muted_id
  where m.user_id = users.id)`

const unreadReminders = sql<number>`${sql.raw(unreadOf('users.id'))}`

const hasIdentity = sql<boolean>`exists (select from sign_on_identities s
  where s.user_id = users.id and s.issuer = ${sql.placeholder('issuer')})`

const userById = prepared(db =>
  db
    .select({
      user: users,
      balance: balances,
      subscription: {
        id: subscriptions.id,
        plan: subscriptions.plan,
        started_at: subscriptions.started_at,
        end_date: subscriptions.end_date,
        status: subscriptions.status
      },
      person: { id: persons.id, username: persons.username },
      muted: mutes,
      unread: unreadReminders,
      has_sign_on: hasIdentity
    })
    .from(users)
    .innerJoin(balances, eq(balances.user_id, users.id))
    .leftJoin(persons, and(eq(persons.user_id, users.id), persons.is_current))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.user_id, users.id), isNull(subscriptions.ended_at), ne(subscriptions.status, 'incomplete'))
    )
    .where(eq(users.id, sql.placeholder('id')))
)

/** The signed-in person, as their own pages show them (D-28, ACC-45..ACC-57). */
export async function getMe(
  { db, config, clock }: Pick<Resources, 'db' | 'config' | 'clock'>,
  { id, client_uuid }: Pick<SignedIn, 'id' | 'client_uuid'>
): Promise<User> {
  const [row] = await userById(db).execute({ id, issuer: config.oidc?.issuer ?? '' })
  if (!row) throw new Error(`user ${id} is gone`)
  const { user, balance, person, muted, subscription, unread, has_sign_on } = row
  const guest_name = user.guest_key === null ? null : user.name
  return {
    id: user.id,
    username: user.username,
    guest_name,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    new_email: user.new_email,
    delete_at: user.delete_at?.toISOString() ?? null,
    suspension: suspensionOf(user, clock.now()),
    role_id: user.role_id,
    is_unconfirmed: mustConfirm(config, { is_unconfirmed: user.is_unconfirmed, guest_name }) ? 1 : 0,
    is_unapproved: user.is_unapproved ? 1 : 0,
    has_password: hasPassword(config, user) ? 1 : 0,
    has_sign_on: has_sign_on ? 1 : 0,
    client_uuid,
    is_new: user.is_new ? 1 : 0,
    new_messages: user.new_messages,
    all_remaining_tokens: usesLeft(balance, isFreeHut({ config })),
    subscription_id: subscription?.id ?? null,
    subscription: subscription && toWireSubscription(subscription),
    muted: (muted ?? []).map(({ username }) => username),
    blocked: (muted ?? []).filter(one => one.is_block).map(({ username }) => username),
    unread_reminders: unread,
    person: person ?? { id: 0, username: user.username },
    time_zone: user.time_zone,
    day_start: user.day_start,
    rest_days: user.rest_days,
    streaks: user.has_streaks ? 1 : 0,
    shows_streak: user.shows_streak ? 1 : 0,
    shows_sessions: user.shows_sessions ? 1 : 0,
    distance_unit: user.distance_unit,
    revision: user.revision
  }
}
