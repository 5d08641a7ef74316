import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { LOGIN_LASTS_MS } from '../../domain/accounts/login.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { lockRow } from '../db/rows.ts'
import { findable, logins, users } from '../db/schema/accounts.ts'
import { balances, ledger } from '../db/schema/billing/tokens.ts'
import { messages, posts } from '../db/schema/discussion.ts'
import { groups } from '../db/schema/groups.ts'
import { items } from '../db/schema/publishing.ts'
import { sessions } from '../db/schema/sessions.ts'
import type { Slice } from '../lib/paging.ts'

/** A search by fewer characters finds whole usernames only, because the index holds threes of characters. */
const SHORTEST_PART = 3

const lastUse = sql<Date | null>`(select max(l.expires_at) from logins l where l.user_id = users.id)`.mapWith(
  logins.expires_at
)

const person = {
  id: users.id,
  username: users.username,
  name: users.name,
  email: users.email,
  new_email: users.new_email,
  role_id: users.role_id,
  created_at: users.created_at,
  login_ends: lastUse,
  suspended_until: users.suspended_until,
  suspended_reason: users.suspended_reason,
  is_unconfirmed: users.is_unconfirmed,
  is_unapproved: users.is_unapproved,
  delete_at: users.delete_at
}
export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number]

/**
 * People by a part of their username, email or name, the newest first. Without `q` everyone but guests.
 * @param loginEnds only people with a login that ends later
 */
export function listPeople(db: Database, q: string, loginEnds: Date | null, { limit, offset }: Slice) {
  const seen = loginEnds && sql`${users.id} in (select l.user_id from logins l where l.expires_at > ${loginEnds})`
  const text = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const found = q.length < SHORTEST_PART ? eq(users.username, q) : sql`${findable} like ${text}`
  return db
    .select(person)
    .from(users)
    .where(and(isNull(users.erased_at), q === '' ? isNull(users.guest_key) : found, seen ?? undefined))
    .orderBy(desc(users.id))
    .limit(limit)
    .offset(offset)
}

export async function findPerson(db: Handle, username: string): Promise<PersonRow | null> {
  const [row] = await db
    .select(person)
    .from(users)
    .where(and(eq(users.username, username), isNull(users.erased_at)))
  return row ?? null
}

/**
 * Locks the account until the transaction ends. The audit log may store entries of this person meanwhile: two admins
 * who act on each other would otherwise wait for each other.
 */
export function lockPerson(tx: Transaction, username: string): Promise<typeof users.$inferSelect | null> {
  const isIt = and(eq(users.username, username), isNull(users.erased_at))
  return lockRow(tx, users, isIt, 'no key update') as never
}

/** Whether a login or another secret lets someone or something act for a person, or read what is theirs. */
export async function hasAccess(tx: Transaction, userId: number): Promise<boolean> {
  const tables = ['logins', 'access_tokens', 'oauth_states', 'press_addresses', 'calendar_feeds']
  const found = tables.map(table => `exists (select from ${table} where user_id = $1)`)
  const webhook = 'exists (select from webhooks where user_id = $1 and off_at is null)'
  const { rows } = await tx.$client.query<{ has: boolean }>(`select ${[...found, webhook].join(' or ')} as has`, [
    userId
  ])
  return rows[0]?.has === true
}

export async function changePerson(
  tx: Transaction,
  id: number,
  change: Partial<
    Pick<
      typeof users.$inferInsert,
      'suspended_until' | 'suspended_reason' | 'is_unconfirmed' | 'delete_at' | 'is_deletion_by_admin'
    >
  >
): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, id))
}

/** When a login was last used, from when it ends. */
export const usedAt = (ends: Date): Date => new Date(ends.getTime() - LOGIN_LASTS_MS)

/** Counts what a person has made. Each count reads one index. */
export async function countMade(db: Database, userId: number) {
  const [hosted, written, posted, made, published, balance] = await Promise.all([
    db.$count(sessions, eq(sessions.user_id, userId)),
    db.$count(messages, eq(messages.user_id, userId)),
    db.$count(posts, eq(posts.user_id, userId)),
    db.$count(groups, eq(groups.user_id, userId)),
    db
      .select({ items: count() })
      .from(items)
      .where(sql`items.person_id in (select p.id from persons p where p.user_id = ${userId})`),
    db.select().from(balances).where(eq(balances.user_id, userId))
  ])
  const { monthly = 0, free = 0, purchased = 0 } = balance[0] ?? {}
  return {
    sessions_hosted: hosted,
    messages: written,
    posts: posted,
    groups: made,
    items: published[0]?.items ?? 0,
    uses: monthly + free + purchased
  }
}

/** The entry of a person's ledger that a call with this key has made. */
export async function findGrant(db: Handle, userId: number, key: string) {
  const [row] = await db
    .select({ request_digest: ledger.request_digest })
    .from(ledger)
    .where(and(eq(ledger.user_id, userId), eq(ledger.request_key, key), gt(ledger.amount, 0)))
  return row ?? null
}
