/** Passkeys, and the challenges for devices to sign. */
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { PasskeyRow } from '../../../domain/accounts/passkeys/passkey.ts'
import { Role } from '../../../domain/accounts/user.ts'
import type { Database, Handle, Transaction } from '../../db/database.ts'
import { deleteRows, findRow, insertIfNew, updateRows } from '../../db/rows.ts'
import { users } from '../../db/schema/accounts.ts'
import { passkeyChallenges, passkeys } from '../../db/schema/sign-in.ts'
import { lockUser } from '../user-rows.ts'

type Row = typeof passkeys.$inferSelect

/** The passkeys of a person, the newest first. */
export async function listPasskeys(db: Handle, userId: number): Promise<Row[]> {
  return db.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(desc(passkeys.created_at), passkeys.id)
}

export function toWirePasskey({ id, name, created_at, used_at }: Row): PasskeyRow {
  return { id, name, created_at: created_at.toISOString(), used_at: used_at?.toISOString() ?? null }
}

/** Whether the person is an admin with at least one passkey. */
export async function hasPasskeyAsAdmin(db: Handle, userId: number): Promise<boolean> {
  const rows = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .where(and(eq(passkeys.user_id, userId), eq(users.role_id, Role.Admin)))
    .limit(1)
  return rows.length > 0
}

export function findPasskey(db: Database, id: string): Promise<Row | null> {
  return findRow(db, passkeys, eq(passkeys.id, id))
}

/** The names of a person's passkeys. Locks the person's row, so that two additions at once do not exceed the limit. */
export async function lockNames(tx: Transaction, userId: number): Promise<string[]> {
  await lockUser(tx, userId)
  const rows = await tx.select({ name: passkeys.name }).from(passkeys).where(eq(passkeys.user_id, userId))
  return rows.map(({ name }) => name)
}

/** Inserts a passkey. Returns false when the device has one here already. */
export function insertPasskey(tx: Transaction, row: typeof passkeys.$inferInsert): Promise<boolean> {
  return insertIfNew(tx, passkeys, row)
}

/** Stores a use. Returns false when the passkey is gone, or another use has reached this counter. */
export function noteUse(tx: Transaction, id: string, counter: number, now: Date): Promise<boolean> {
  const isLater = sql`(${passkeys.counter} < ${counter} or ${counter} = 0 and ${passkeys.counter} = 0)`
  return updateRows(tx, passkeys, and(eq(passkeys.id, id), isLater), { counter, used_at: now })
}

/** Renames a passkey. Returns false when this person has no such passkey. */
export function updateName(db: Database, userId: number, id: string, name: string): Promise<boolean> {
  return updateRows(db, passkeys, and(eq(passkeys.id, id), eq(passkeys.user_id, userId)), { name })
}

/** Deletes a passkey. Returns false when this person has no such passkey. */
export function deletePasskey(db: Handle, userId: number, id: string): Promise<boolean> {
  return deleteRows(db, passkeys, and(eq(passkeys.id, id), eq(passkeys.user_id, userId)))
}

export async function deletePasskeysOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.user_id, userId))
}

export async function insertChallenge(
  db: Database,
  challenge: string,
  userId: number | null,
  now: Date
): Promise<void> {
  await db.insert(passkeyChallenges).values({ challenge, user_id: userId, created_at: now })
}

/** Deletes a challenge. Returns whether it existed for this person and was not older than `since`. */
export function takeChallenge(db: Database, challenge: string, userId: number | null, since: Date): Promise<boolean> {
  return deleteRows(
    db,
    passkeyChallenges,
    and(
      eq(passkeyChallenges.challenge, challenge),
      sql`${passkeyChallenges.user_id} is not distinct from ${userId}`,
      gt(passkeyChallenges.created_at, since)
    )
  )
}

export async function deleteChallengesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.user_id, userId))
}

export async function deleteChallengesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.created_at, before))
}
