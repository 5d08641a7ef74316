/** Sign-ins at the provider that are connected with accounts, and those that have begun. */
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne } from 'drizzle-orm'
import type { Identity } from '../../../domain/accounts/single-sign-on/single-sign-on.ts'
import type { Database, Handle, Transaction } from '../../db/database.ts'
import { deleteRows, findRow, insertIfNew, updateRows } from '../../db/rows.ts'
import { users } from '../../db/schema/accounts.ts'
import { names } from '../../db/schema/publishing.ts'
import { signOnAttempts, signOnIdentities } from '../../db/schema/sign-in.ts'

type IdentityRow = typeof signOnIdentities.$inferSelect
export type Attempt = typeof signOnAttempts.$inferSelect
/** An attempt of a person who has signed in at the provider. */
export type Pending = Attempt & { identity: Identity; id_token: string }

const isOf = ({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>) =>
  and(eq(signOnIdentities.issuer, issuer), eq(signOnIdentities.subject, subject))

/** The account of a person at the provider. */
export function findIdentity(db: Handle, identity: Identity): Promise<IdentityRow | null> {
  return findRow(db, signOnIdentities, isOf(identity))
}

/** The sign-in at this provider that is connected with an account. */
export function findIdentityOf(db: Handle, userId: number, issuer: string): Promise<IdentityRow | null> {
  return findRow(db, signOnIdentities, and(eq(signOnIdentities.user_id, userId), eq(signOnIdentities.issuer, issuer)))
}

/**
 * Connects a person at the provider with an account. Connections with an earlier provider of the hut end.
 * @returns false when the person or the account is connected already
 */
export async function insertIdentity(
  tx: Transaction,
  userId: number,
  { issuer, subject, email }: Identity,
  now: Date
): Promise<boolean> {
  const isEarlier = and(eq(signOnIdentities.user_id, userId), ne(signOnIdentities.issuer, issuer))
  await tx.delete(signOnIdentities).where(isEarlier)
  return insertIfNew(tx, signOnIdentities, { issuer, subject, user_id: userId, email, created_at: now, used_at: now })
}

/** Stores a use, with the email that the person has at the provider now. */
export async function noteUse(tx: Transaction, identity: Identity, now: Date): Promise<void> {
  await updateRows(tx, signOnIdentities, isOf(identity), { email: identity.email, used_at: now })
}

export async function deleteIdentitiesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(signOnIdentities).where(eq(signOnIdentities.user_id, userId))
}

/** The role of an account, which is locked until the transaction ends. */
export async function lockRole(tx: Transaction, userId: number): Promise<{ id: number; role_id: number }> {
  const { id, role_id } = users
  const [row] = await tx.select({ id, role_id }).from(users).where(eq(id, userId)).for('no key update')
  if (!row) throw new Error(`user ${userId} is gone`)
  return row
}

/** Those of the names that nobody can take. */
export async function listTaken(db: Database, wanted: string[]): Promise<string[]> {
  const rows = await db.select({ name: names.name }).from(names).where(inArray(names.name, wanted))
  return rows.map(({ name }) => name)
}

export async function insertAttempt(db: Handle, attempt: typeof signOnAttempts.$inferInsert): Promise<void> {
  await db.insert(signOnAttempts).values(attempt)
}

/** Deletes an attempt of this browser that waits for the provider, and returns it. Two calls never get the same one. */
export async function takeAttempt(db: Database, state: Buffer, browser: Buffer, since: Date): Promise<Attempt | null> {
  const [row] = await db
    .delete(signOnAttempts)
    .where(
      and(
        eq(signOnAttempts.state_hash, state),
        eq(signOnAttempts.browser_hash, browser),
        gt(signOnAttempts.created_at, since),
        isNull(signOnAttempts.identity)
      )
    )
    .returning()
  return row ?? null
}

/** The newest attempt of this browser whose person has signed in at the provider. */
export async function findPending(db: Database, browser: Buffer, since: Date): Promise<Pending | null> {
  const [row] = await db
    .select()
    .from(signOnAttempts)
    .where(
      and(
        eq(signOnAttempts.browser_hash, browser),
        gt(signOnAttempts.created_at, since),
        isNotNull(signOnAttempts.identity)
      )
    )
    .orderBy(desc(signOnAttempts.created_at))
    .limit(1)
  return (row as Pending | undefined) ?? null
}

/** Deletes a pending attempt. Returns false when another call was first. */
export function deleteAttempt(tx: Transaction, { state_hash }: Pick<Attempt, 'state_hash'>): Promise<boolean> {
  return deleteRows(tx, signOnAttempts, eq(signOnAttempts.state_hash, state_hash))
}

export async function deleteAttemptsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(signOnAttempts).where(eq(signOnAttempts.user_id, userId))
}

export async function deleteAttemptsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(signOnAttempts).where(lte(signOnAttempts.created_at, before))
}
