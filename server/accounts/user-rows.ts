import { eq } from 'drizzle-orm'
import type { Handle, Transaction } from '../db/database.ts'
import { users } from '../db/schema/accounts.ts'

/** The id of the account with this username; null when there is none. */
export async function findUserId(db: Handle, username: string): Promise<number | null> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.username, username))
  return row?.id ?? null
}

/** Locks the row of a person, so that two additions at once do not exceed a limit of theirs. */
export async function lockUser(tx: Transaction, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}
