import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'

/** Locks the row, so that changes of the email follow each other. */
export async function lockEmails(tx: Transaction, id: number) {
  const { username, email, new_email, is_unconfirmed } = users
  const [row] = await tx
    .select({ username, email, new_email, is_unconfirmed })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  if (!row) throw new Error(`user ${id} is gone`)
  return row
}

/** Stores the email to confirm. The account's present email needs no confirmation. */
export async function storeNewEmail(tx: Transaction, id: number, email: string | null): Promise<void> {
  const new_email = sql`nullif(${email}::citext, ${users.email})`
  await tx.update(users).set({ new_email }).where(eq(users.id, id))
}

/** Changes the email of an account, which its owner has confirmed. */
export async function storeEmail(tx: Transaction, id: number, email: string): Promise<void> {
  const revision = sql`${users.revision} + 1`
  await tx.update(users).set({ email, new_email: null, is_unconfirmed: false, revision }).where(eq(users.id, id))
}

/** Stores that the account's email is confirmed (D-145). */
export async function storeConfirmed(tx: Transaction, id: number): Promise<void> {
  await tx.update(users).set({ is_unconfirmed: false }).where(eq(users.id, id))
}
