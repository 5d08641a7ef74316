/** Finds the person of a login cookie, and their data for their own pages. */
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { User } from '../../domain/accounts/user.ts'
import { MOST_UNREAD } from '../../domain/reminders/kinds.ts'
import { usesLeft } from '../../domain/tokens/tokens.ts'
import { toWireSubscription } from '../billing/subscription-rows.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { logins, persons, users } from '../db/schema/accounts.ts'
import { subscriptions } from '../db/schema/billing.ts'
import { balances } from '../db/schema/tokens.ts'
import type { Resources } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { isFreeHut } from '../tokens/ledger-rows.ts'

const viewerByToken = prepared(db =>
  db
    .select({
      id: users.id,
      role_id: users.role_id,
      username: users.username,
      time_zone: users.time_zone,
      day_start: users.day_start,
      client_uuid: logins.client_uuid,
      login: logins.token_hash,
      since: logins.created_at,
      confirmed: logins.confirmed_at,
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
export async function findViewer(db: Database, hash: Buffer, now: Date): Promise<SignedIn | null> {
  const [viewer] = await viewerByToken(db).execute({ hash, now })
  return viewer ?? null
}

const mutes = sql<{ username: string; is_block: boolean }[] | null>`(
  select json_agg(json_build_object('username', u.username, 'is_block', m.is_block) order by u.username)
  from mutes m join users u on u.id = m.muted_id
  where m.user_id = users.id)`

const unreadReminders = sql<number>`(
  select count(*)::int from (select from reminders r where r.user_id = users.id and r.is_listed and r.read_at is null
    limit ${sql.raw(String(MOST_UNREAD))}) counted)`

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
      unread: unreadReminders
    })
    .from(users)
    .innerJoin(balances, eq(balances.user_id, users.id))
    .innerJoin(persons, and(eq(persons.user_id, users.id), persons.is_current))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.user_id, users.id), isNull(subscriptions.ended_at), ne(subscriptions.status, 'incomplete'))
    )
    .where(eq(users.id, sql.placeholder('id')))
)

/** The signed-in person, as their own pages show them (D-28, ACC-45..ACC-57). */
export async function getMe(
  { db, config }: Pick<Resources, 'db' | 'config'>,
  { id, client_uuid }: Pick<SignedIn, 'id' | 'client_uuid'>
): Promise<User> {
  const [row] = await userById(db).execute({ id })
  if (!row) throw new Error(`user ${id} is gone`)
  const { user, balance, person, muted, subscription, unread } = row
  return {
    id: user.id,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    new_email: user.new_email,
    delete_at: user.delete_at?.toISOString() ?? null,
    role_id: user.role_id,
    client_uuid,
    is_new: user.is_new ? 1 : 0,
    new_messages: user.new_messages,
    all_remaining_tokens: usesLeft(balance, isFreeHut({ config })),
    subscription_id: subscription?.id ?? null,
    subscription: subscription && toWireSubscription(subscription),
    muted: (muted ?? []).map(({ username }) => username),
    blocked: (muted ?? []).filter(one => one.is_block).map(({ username }) => username),
    unread_reminders: unread,
    person,
    time_zone: user.time_zone,
    day_start: user.day_start,
    rest_days: user.rest_days,
    streaks: user.has_streaks ? 1 : 0,
    distance_unit: user.distance_unit,
    revision: user.revision
  }
}
