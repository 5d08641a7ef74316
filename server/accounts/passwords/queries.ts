import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'

export async function getAccount(db: Database, id: number) {
  const { username, email, password_hash } = users
  const [row] = await db.select({ id: users.id, username, email, password_hash }).from(users).where(eq(users.id, id))
  if (!row) throw new Error(`user ${id} is gone`)
  return row
}

export async function storePassword(tx: Transaction, id: number, password_hash: string): Promise<void> {
  await tx.update(users).set({ password_hash }).where(eq(users.id, id))
}
