import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import { Role, type User } from '../../domain/accounts/user.ts'
import { totalUses } from '../../domain/tokens/tokens.ts'
import type { Database, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { balances, logins, persons, users } from '../db/schema.ts'
import type { SignedIn } from './signed-in.ts'

const viewerByToken = prepared(db =>
  db
    .select({
      id: users.id,
      role_id: users.role_id,
      username: users.username,
      client_uuid: logins.client_uuid,
      since: logins.created_at
    })
    .from(logins)
    .innerJoin(users, eq(users.id, logins.user_id))
    .where(and(eq(logins.token_hash, sql.placeholder('hash')), gt(logins.expires_at, sql.placeholder('now'))))
    .prepare('viewer_by_token')
)

export async function findViewer(db: Database, hash: Buffer, now: Date): Promise<SignedIn | null> {
  const [viewer] = await viewerByToken(db).execute({ hash, now })
  return viewer ?? null
}

/** A new person with the name that nobody else may take again. */
export async function insertUser(
  tx: Transaction,
  user: typeof users.$inferInsert & { created_at: Date }
): Promise<number> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id })
  if (!row) throw new Error('the user was not inserted')
  await tx.insert(persons).values({ user_id: row.id, username: user.username, created_at: user.created_at })
  return row.id
}

export async function insertLogin(db: Database | Transaction, login: typeof logins.$inferInsert): Promise<void> {
  await db.insert(logins).values(login)
}

export async function deleteLogin(db: Database, hash: Buffer): Promise<void> {
  await db.delete(logins).where(eq(logins.token_hash, hash))
}

export async function deleteExpiredLogins(db: Database, now: Date): Promise<void> {
  await db.delete(logins).where(lt(logins.expires_at, now))
}

const mutedNames = sql<string[] | null>`(
  select json_agg(u.username order by u.username) from mutes m join users u on u.id = m.muted_id
  where m.user_id = users.id)`

const userById = prepared(db =>
  db
    .select({
      user: users,
      balance: balances,
      person: { id: persons.id, username: persons.username },
      muted: mutedNames
    })
    .from(users)
    .innerJoin(balances, eq(balances.user_id, users.id))
    .innerJoin(persons, and(eq(persons.user_id, users.id), eq(persons.username, users.username)))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id')
)

/** The user as their own page sees them (ACC-45..ACC-57). */
export async function getUser(db: Database, id: number, clientUuid: string): Promise<User> {
  const [row] = await userById(db).execute({ id })
  if (!row) throw new Error(`user ${id} is gone`)
  const { user, balance, person, muted } = row
  return {
    id: user.id,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    role_id: user.role_id,
    client_uuid: clientUuid,
    is_new: user.is_new ? 1 : 0,
    new_messages: user.new_messages,
    all_remaining_tokens: totalUses(balance),
    subscription_id: null,
    subscription: null,
    muted: muted ?? [],
    person
  }
}

export async function findCredentials(db: Database, email: string) {
  const [row] = await db
    .select({ id: users.id, role_id: users.role_id, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.email, email))
  return row ?? null
}

/** Which of the two, username or e-mail, is taken. */
export async function findTaken(
  tx: Transaction,
  { email, username }: { email: string; username: string }
): Promise<{ email: boolean; username: boolean }> {
  const rows = await tx
    .select({ email: users.email, username: persons.username })
    .from(users)
    .innerJoin(persons, eq(persons.user_id, users.id))
    .where(or(eq(users.email, email), eq(persons.username, username)))
  return {
    email: rows.some(row => row.email.toLowerCase() === email.toLowerCase()),
    username: rows.some(row => row.username.toLowerCase() === username.toLowerCase())
  }
}

export async function updateProfileOf(
  db: Database,
  id: number,
  profile: { first_name: string; last_name: string; email: string }
): Promise<void> {
  await db.update(users).set(profile).where(eq(users.id, id))
}

/** The first admin. */
export async function findAdmin(db: Database): Promise<number | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role_id, Role.Admin))
    .orderBy(users.id)
    .limit(1)
  return row?.id ?? null
}

/** With a new password; ends every login of theirs. */
export async function promote(db: Database, id: number, password_hash: string): Promise<void> {
  await db.transaction(async tx => {
    await tx.update(users).set({ role_id: Role.Admin, password_hash }).where(eq(users.id, id))
    await tx.delete(logins).where(eq(logins.user_id, id))
  })
}
