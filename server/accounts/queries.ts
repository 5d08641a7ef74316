import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { Role } from '../../domain/accounts/user.ts'
import type { DistanceUnit } from '../../domain/lib/distance.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { deleteRows, hasRow, lockRow, updateRows } from '../db/rows.ts'
import { knownBrowsers, logins, users } from '../db/schema/accounts.ts'
import { limitCounts } from '../db/schema/operation.ts'
import { insertPerson, isNameTaken, setCurrentPerson } from './persons/person-rows.ts'

/** Inserts a user and a person whose name nobody else can take again. */
export async function insertUser(
  tx: Transaction,
  user: typeof users.$inferInsert & { created_at: Date }
): Promise<number> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id })
  if (!row) throw new Error('the user was not inserted')
  const { username, created_at } = user
  await insertPerson(tx, { user_id: row.id, username, title: username, is_current: true, created_at })
  return row.id
}

/** A deletion that an admin scheduled stays when a guest registers. */
const DELETION_BY_ADMIN = sql`case when ${users.is_deletion_by_admin} then ${users.delete_at} end`

/** Makes a guest a user, with a person whose name nobody else can take again. The caller has locked the guest. */
export async function registerGuest(
  tx: Transaction,
  id: number,
  user: Omit<typeof users.$inferInsert, 'created_at'>,
  now: Date
): Promise<number> {
  await tx
    .update(users)
    .set({
      ...{ is_unconfirmed: false, is_new: true, ...user, guest_key: null, delete_at: DELETION_BY_ADMIN },
      guest_username: sql`${users.username}`
    })
    .where(eq(users.id, id))
  const { username } = user
  await insertPerson(tx, { user_id: id, username, title: username, is_current: true, created_at: now })
  return id
}

export async function insertLogin(db: Handle, login: typeof logins.$inferInsert): Promise<void> {
  await db.insert(logins).values(login)
}

/** Deletes a login. Returns its token of single sign-on, if it began with one. */
export async function deleteLogin(db: Database, hash: Buffer): Promise<string | null> {
  const [row] = await db.delete(logins).where(eq(logins.token_hash, hash)).returning({ id_token: logins.id_token })
  return row?.id_token ?? null
}

/** Deletes logins of a person, except `kept`. @returns the hashes of the deleted ones */
export async function deleteLoginsOf(tx: Transaction, userId: number, kept?: Buffer): Promise<Buffer[]> {
  const isOther = kept ? ne(logins.token_hash, kept) : undefined
  const rows = await tx
    .delete(logins)
    .where(and(eq(logins.user_id, userId), isOther))
    .returning({ hash: logins.token_hash })
  return rows.map(({ hash }) => hash)
}

/** Stores when the person of a login proved who they are. */
export async function confirmLogin(db: Database, hash: Buffer, now: Date): Promise<void> {
  await db.update(logins).set({ confirmed_at: now }).where(eq(logins.token_hash, hash))
}

/** The logins of a person, the last used first. */
export function listLoginsOf(db: Database, userId: number, now: Date) {
  return db
    .select()
    .from(logins)
    .where(and(eq(logins.user_id, userId), gt(logins.expires_at, now)))
    .orderBy(desc(logins.expires_at), desc(logins.created_at))
}

/** @returns whether this person had such a login */
export function deleteLoginOf(db: Database, userId: number, hash: Buffer): Promise<boolean> {
  return deleteRows(db, logins, and(eq(logins.token_hash, hash), eq(logins.user_id, userId)))
}

/** Whether the account with this e-mail has signed in with the browser since then. */
export async function isBrowserKnown(db: Database, hash: Buffer, email: string, since: Date): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.user_id))
    .where(and(eq(knownBrowsers.token_hash, hash), eq(users.email, email), gt(knownBrowsers.used_at, since)))
  return rows.length > 0
}

/** Gives the browser a new token, for everyone who has signed in there. Returns whether the person had not. */
export async function rememberBrowser(
  db: Handle,
  before: Buffer | null,
  row: typeof knownBrowsers.$inferInsert
): Promise<boolean> {
  const { token_hash, used_at } = row
  if (before) await db.update(knownBrowsers).set({ token_hash }).where(eq(knownBrowsers.token_hash, before))
  const target = [knownBrowsers.token_hash, knownBrowsers.user_id]
  const [saved] = await db
    .insert(knownBrowsers)
    .values(row)
    .onConflictDoUpdate({ target, set: { used_at } })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return saved?.isNew ?? false
}

/** @param kept the browser to keep */
export async function forgetBrowsersOf(tx: Transaction, userId: number, kept: Buffer | null): Promise<void> {
  const isOther = kept ? ne(knownBrowsers.token_hash, kept) : undefined
  await tx.delete(knownBrowsers).where(and(eq(knownBrowsers.user_id, userId), isOther))
}

export async function deleteBrowsersBefore(db: Database, before: Date): Promise<void> {
  await db.delete(knownBrowsers).where(lt(knownBrowsers.used_at, before))
}

/** Deletes expired logins. Returns their hashes. */
export async function deleteExpiredLogins(db: Database, now: Date): Promise<Buffer[]> {
  const rows = await db.delete(logins).where(lt(logins.expires_at, now)).returning({ hash: logins.token_hash })
  return rows.map(({ hash }) => hash)
}

/** Moves the end of a login. */
export async function renewLogin(db: Database, hash: Buffer, end: Date): Promise<void> {
  await db.update(logins).set({ expires_at: end }).where(eq(logins.token_hash, hash))
}

export async function findCredentials(db: Database, email: string) {
  const [row] = await db
    .select({ id: users.id, role_id: users.role_id, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.email, email))
  return row ?? null
}

/** Tells whether the username or the e-mail is taken. */
export async function findTaken(
  tx: Transaction,
  { email, username }: { email: string; username: string }
): Promise<{ email: boolean; username: boolean }> {
  const [isNameInUse, isEmailInUse] = await Promise.all([isNameTaken(tx, username), isEmailTaken(tx, email)])
  return { email: isEmailInUse, username: isNameInUse }
}

export function isEmailTaken(tx: Transaction, email: string): Promise<boolean> {
  return hasRow(tx, users, eq(users.email, email))
}

export async function getCredentials(db: Database, id: number): Promise<{ email: string; password_hash: string }> {
  const [row] = await db
    .select({ email: users.email, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, id))
  if (!row) throw new Error(`user ${id} is gone`)
  return row
}

/** The password of an account, which is locked until the transaction ends. */
export async function lockCredentials(tx: Transaction, id: number): Promise<{ password_hash: string }> {
  const { password_hash } = users
  const [row] = await tx.select({ password_hash }).from(users).where(eq(users.id, id)).for('no key update')
  if (!row) throw new Error(`user ${id} is gone`)
  return row
}

/** The fields of the profile form. */
export async function getProfile(db: Database, id: number) {
  const { first_name, last_name, email, revision } = users
  const [row] = await db.select({ first_name, last_name, email, revision }).from(users).where(eq(users.id, id))
  if (!row) throw new Error(`user ${id} is gone`)
  return row
}

/** Returns whether it changed: not when the change began from an old revision. Updates the full name too. */
export function updateProfileOf(
  tx: Transaction,
  id: number,
  profile: {
    first_name?: string
    last_name?: string
    email?: string
    shows_streak?: boolean
    shows_sessions?: boolean
  },
  began: number | undefined
): Promise<boolean> {
  const isSame = began === undefined ? undefined : eq(users.revision, began)
  return updateRows(tx, users, and(eq(users.id, id), isSame), {
    ...profile,
    ...fullNameOf(profile),
    revision: sql`${users.revision} + 1`
  })
}

export async function updateUnitsOf(db: Database, id: number, distance_unit: DistanceUnit | null): Promise<void> {
  await db.update(users).set({ distance_unit }).where(eq(users.id, id))
}

/** The name in mails and invoices: first and last name, or the username. */
function fullNameOf({ first_name, last_name }: { first_name?: string; last_name?: string }) {
  if (first_name === undefined && last_name === undefined) return {}
  const first = first_name === undefined ? sql`${users.first_name}` : sql`${first_name}::text`
  const last = last_name === undefined ? sql`${users.last_name}` : sql`${last_name}::text`
  return { name: sql<string>`coalesce(nullif(trim(${first} || ' ' || ${last}), ''), ${users.username}::text)` }
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

/** All admins, the oldest first. */
export function listAdmins(db: Database): Promise<{ id: number; email: string }[]> {
  const { id, email, role_id } = users
  return db.select({ id, email }).from(users).where(eq(role_id, Role.Admin)).orderBy(id)
}

/** Nothing keeps an admin from writing, because they may be the only one. */
export const FREE = { delete_at: null, is_unapproved: false, suspended_until: null, suspended_reason: null }

/** Makes a user admin, and keeps the account if it was to be deleted. Returns false for one that was admin already. */
export function promote(tx: Transaction, id: number): Promise<boolean> {
  return updateRows(tx, users, and(eq(users.id, id), ne(users.role_id, Role.Admin)), {
    role_id: Role.Admin,
    ...FREE
  })
}

/** Gives a user another name, and a person with that name. Their earlier persons stay theirs. */
export async function renameUser(tx: Transaction, id: number, username: string, now: Date): Promise<void> {
  await tx.update(users).set({ username, name: username, first_name: '', last_name: '' }).where(eq(users.id, id))
  const person = await insertPerson(tx, { user_id: id, username, title: username, created_at: now })
  await setCurrentPerson(tx, id, person.id)
}

/** Admins and moderators, admins first. */
export function listStaff(db: Database): Promise<{ username: string; email: string; role_id: number }[]> {
  const { username, email, role_id, erased_at, id } = users
  return db
    .select({ username, email, role_id })
    .from(users)
    .where(and(gt(role_id, Role.Member), isNull(erased_at)))
    .orderBy(desc(role_id), id)
}

/** The account with this username or email, locked until the transaction ends. */
export function lockAccount(tx: Transaction, who: string) {
  const isIt = and(or(eq(users.username, who), eq(users.email, who)), isNull(users.erased_at))
  return lockRow(tx, users, isIt, 'no key update')
}

/** Locks all admins, so that two of them cannot be demoted at once. Returns their ids. */
export function lockAdmins(tx: Transaction): Promise<{ id: number }[]> {
  const { id, role_id, erased_at } = users
  return tx
    .select({ id })
    .from(users)
    .where(and(eq(role_id, Role.Admin), isNull(erased_at)))
    .orderBy(id)
    .for('no key update')
}

export async function changeAccount(
  tx: Transaction,
  id: number,
  change: Partial<
    Pick<typeof users.$inferInsert, 'role_id' | 'delete_at' | 'is_unapproved' | 'suspended_until' | 'suspended_reason'>
  >
): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, id))
}

/** Forgets attempts to sign in to an account. Their keys contain its email in lower case. */
export async function forgetAttempts(tx: Transaction, email: string): Promise<void> {
  await tx.delete(limitCounts).where(sql`strpos(${limitCounts.key}, lower(${email})) > 0`)
}
