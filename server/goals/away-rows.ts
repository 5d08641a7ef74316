/** The pauses of a person and of their open goals. */
import { eq, sql } from 'drizzle-orm'
import type { Pause } from '../../domain/days/streak.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { users } from '../db/schema/accounts.ts'

export async function findPauses(db: Handle, userId: number): Promise<Pause[]> {
  const [row] = await db.select({ pauses: users.pauses }).from(users).where(eq(users.id, userId))
  return row?.pauses ?? []
}

/** Locks a person's row and returns their pauses. */
export async function lockPauses(tx: Transaction, userId: number): Promise<Pause[]> {
  const rows = await tx.select({ pauses: users.pauses }).from(users).where(eq(users.id, userId)).for('no key update')
  return rows[0]?.pauses ?? []
}

const heldPauses = prepared((tx: Transaction) =>
  tx
    .select({ pauses: users.pauses })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .for('share')
)

/** Returns a person's pauses, and makes a change of them wait for this transaction. */
export async function holdPauses(tx: Transaction, userId: number): Promise<Pause[]> {
  const rows = await heldPauses(tx).execute({ userId })
  return rows[0]?.pauses ?? []
}

export async function savePauses(tx: Transaction, userId: number, pauses: Pause[]): Promise<void> {
  await tx.update(users).set({ pauses }).where(eq(users.id, userId))
}

const SAVE = `
  update goals set pauses = item.pauses, updated_at = $2
  from jsonb_to_recordset($1::jsonb) as item(id bigint, pauses jsonb)
  where goals.id = item.id and goals.pauses <> item.pauses`

export async function savePausesOfGoals(
  tx: Transaction,
  changed: { id: number; pauses: Pause[] }[],
  now: Date
): Promise<void> {
  await tx.$client.query({ text: SAVE }, [JSON.stringify(changed), now])
}
