import { eq, inArray } from 'drizzle-orm'
import type { Handle, Transaction } from '../db/database.ts'
import { reversals } from '../db/schema/billing/billing.ts'

export type ReversalRow = typeof reversals.$inferSelect

/** The refunds and disputes of a payment. */
export async function listReversals(tx: Handle, paymentId: number): Promise<ReversalRow[]> {
  return tx.select().from(reversals).where(eq(reversals.payment_id, paymentId)).orderBy(reversals.id)
}

/** Inserts a refund or a dispute. */
export async function insertReversal(tx: Transaction, row: typeof reversals.$inferInsert): Promise<ReversalRow> {
  const [inserted] = await tx.insert(reversals).values(row).returning()
  if (!inserted) throw new Error('the refund was not inserted')
  return inserted
}

/** Marks refunds and disputes whose money came back. */
export async function markReturned(tx: Transaction, ids: number[], now: Date): Promise<void> {
  await tx.update(reversals).set({ returned_at: now }).where(inArray(reversals.id, ids))
}
