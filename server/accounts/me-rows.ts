/** The data of the signed-in person for their own pages. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { suspensionOf } from '../../domain/accounts/suspension.ts'
import type { User } from '../../domain/accounts/user.ts'
import { usesLeft } from '../../domain/tokens/tokens.ts'
import { toWireSubscription } from '../billing/subscription-rows.ts'
import { prepared } from '../db/prepared.ts'
import { persons, users } from '../db/schema/accounts.ts'
import { subscriptions } from '../db/schema/billing/billing.ts'
import { balances } from '../db/schema/billing/tokens.ts'
import type { Resources } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { isFreeHut } from '../tokens/balance-rows.ts'
import { unreadOf } from './unread-rows.ts'
import { mustConfirm } from './viewer-rows.ts'
import { hasPassword } from './ways-in.ts'

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
    is_deletion_by_admin: user.delete_at !== null && user.is_deletion_by_admin ? 1 : 0,
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
