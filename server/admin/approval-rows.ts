import { and, eq, isNull } from 'drizzle-orm'
import type { WaitingAccount } from '../../domain/admin/approvals.ts'
import type { Database, Transaction } from '../db/database.ts'
import { users } from '../db/schema/accounts.ts'

/** How many accounts the page shows. The others follow when these are decided. */
const SHOWN = 100

/** Accounts that wait for approval, the oldest first. */
export async function listWaiting(db: Database): Promise<WaitingAccount[]> {
  const { id, username, first_name, last_name, email, is_unconfirmed, created_at } = users
  const rows = await db
    .select({ id, username, first_name, last_name, email, is_unconfirmed, created_at })
    .from(users)
    .where(and(users.is_unapproved, isNull(users.erased_at), isNull(users.delete_at)))
    .orderBy(id)
    .limit(SHOWN)
  return rows.map(row => ({
    id: row.id,
    username: row.username,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    is_unconfirmed: row.is_unconfirmed ? 1 : 0,
    registered_at: row.created_at.toISOString()
  }))
}

/** Locks an account, so that two admins decide one after the other. */
export async function lockAccount(tx: Transaction, id: number) {
  const { username, email, is_unapproved, erased_at, delete_at } = users
  const [row] = await tx
    .select({ username, email, is_unapproved, erased_at, delete_at })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update')
  return row ?? null
}

export async function storeApproval(tx: Transaction, id: number): Promise<void> {
  await tx.update(users).set({ is_unapproved: false }).where(eq(users.id, id))
}
