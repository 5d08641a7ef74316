/** Guests (D-152): accounts with a `guest_key`. */
import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { hasRow, updateRows } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { isNameTaken } from './persons/person-rows.ts'

/** The display name of a guest; null for everyone else. */
export const guestName = sql<string | null>`(case when ${users.guest_key} is not null then ${users.name} end)`

export interface Guest {
  id: number
  username: string
  guest_name: string
}

/** The guest who joined with this key. */
export async function findGuest(db: Handle, key: Buffer): Promise<Guest | null> {
  const { id, username, name } = users
  const [row] = await db.select({ id, username, guest_name: name }).from(users).where(eq(users.guest_key, key))
  return row ?? null
}

/** Whether an account has this username, or a person who once had it. */
export async function isUsernameTaken(tx: Transaction, username: string): Promise<boolean> {
  return (await isNameTaken(tx, username)) || (await hasRow(tx, users, eq(users.username, username)))
}

/** Inserts a guest, who has no person page. Returns null if the username was taken meanwhile. */
export async function insertGuest(tx: Transaction, guest: typeof users.$inferInsert): Promise<number | null> {
  const [row] = await tx.insert(users).values(guest).onConflictDoNothing().returning({ id: users.id })
  return row?.id ?? null
}

/** Gives a guest another display name. */
export async function renameGuest(db: Database, id: number, name: string): Promise<void> {
  await updateRows(db, users, and(eq(users.id, id), sql`${users.guest_key} is not null`), { name })
}

/** Replaces the key of a guest, so that the browser that joined with it does not get in again. */
export async function replaceGuestKey(tx: Transaction, id: number): Promise<void> {
  await updateRows(tx, users, and(eq(users.id, id), sql`${users.guest_key} is not null`), {
    guest_key: randomBytes(32)
  })
}

/** Locks an account until the transaction ends. Returns whether it is a guest's. */
export async function lockGuest(tx: Transaction, id: number): Promise<boolean> {
  const { guest_key, erased_at } = users
  const [row] = await tx
    .select({ guest_key })
    .from(users)
    .where(and(eq(users.id, id), isNull(erased_at)))
    .for('update')
  return row?.guest_key != null
}

/** Guests who have registered and whose rooms may not know the new username. @param id only this guest; null for all */
export function listToRename(db: Database, id: number | null) {
  const isOne = id === null ? undefined : eq(users.id, id)
  return db
    .select({ id: users.id, username: users.username, guest_username: sql<string>`${users.guest_username}` })
    .from(users)
    .where(and(isNotNull(users.guest_username), isOne))
    .orderBy(users.id)
}

/** Notes that the rooms of a guest who has registered know the new username. */
export async function setRenamed(db: Database, id: number): Promise<void> {
  await updateRows(db, users, eq(users.id, id), { guest_username: null })
}

/** Marks guests whose login has ended, so that the sweep deletes them. @param before a newer one may be signing in */
export async function markAbandonedGuests(db: Database, now: Date, before: Date): Promise<void> {
  await db.execute(sql`
    update users set delete_at = ${now}
    where guest_key is not null and erased_at is null and created_at < ${before}
      and (delete_at is null or delete_at > ${now})
      and not exists (select from logins where logins.user_id = users.id and logins.expires_at > ${now})`)
}
