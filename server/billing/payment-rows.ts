/** What people pay, and what went back of it. */
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { invoiceNumber, type Mode, seriesOf } from '../../domain/billing/payment.ts'
import { PACK_PRICE, PACK_USES } from '../../domain/billing/purchase.ts'
import type { Database, Transaction } from '../db/database.ts'
import { invoiceSeries, payments, reversals } from '../db/schema/billing.ts'

export type PaymentRow = typeof payments.$inferSelect
export type ReversalRow = typeof reversals.$inferSelect

/** The purchase that a person has begun and not paid. */
export async function findOpenPack(db: Database, userId: number, mode: Mode): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.user_id, userId),
        eq(payments.mode, mode),
        eq(payments.kind, 'tokens'),
        eq(payments.state, 'open')
      )
    )
  return row ?? null
}

/** Null where there is one already: two calls at once make one. */
export async function insertPack(
  db: Database,
  userId: number,
  mode: Mode,
  toPool: boolean,
  now: Date
): Promise<PaymentRow | null> {
  const [row] = await db
    .insert(payments)
    .values({
      user_id: userId,
      mode,
      kind: 'tokens',
      state: 'open',
      to_pool: toPool,
      ...PACK_PRICE,
      uses: PACK_USES,
      created_at: now
    })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function findByIntent(db: Database, intent: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.intent, intent))
  return row ?? null
}

/** Locks it until the transaction ends: it is credited, or taken back, by one at a time. */
export async function lockPayment(tx: Transaction, id: number): Promise<PaymentRow> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!row) throw new Error(`payment ${id} is gone`)
  return row
}

export async function updatePayment(
  db: Database | Transaction,
  id: number,
  change: Partial<typeof payments.$inferInsert>
): Promise<void> {
  await db.update(payments).set(change).where(eq(payments.id, id))
}

/** Changes it only as long as it is not paid or void: what was credited stays as it was credited. */
export async function updateOpenPayment(
  db: Database,
  id: number,
  change: Partial<typeof payments.$inferInsert>
): Promise<void> {
  await db
    .update(payments)
    .set(change)
    .where(and(eq(payments.id, id), eq(payments.state, 'open')))
}

export async function insertPayment(tx: Transaction, row: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [inserted] = await tx.insert(payments).values(row).returning()
  if (!inserted) throw new Error('the payment was not inserted')
  return inserted
}

/** The invoices of a person's subscriptions that are known here. */
export async function listInvoices(tx: Transaction, userId: number, mode: Mode): Promise<PaymentRow[]> {
  return tx
    .select()
    .from(payments)
    .where(and(eq(payments.user_id, userId), eq(payments.mode, mode), isNotNull(payments.invoice)))
}

/** The renewal that was declined and can still be paid. */
export async function findDeclined(db: Database, subscriptionId: number): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.subscription_id, subscriptionId), eq(payments.state, 'open')))
    .orderBy(desc(payments.id))
    .limit(1)
  return row ?? null
}

/**
 * The next number of an invoice. The series stays locked until the transaction ends, so a number that is rolled back is
 * given again. Call it after the balance and the pool are locked.
 */
export async function nextNumber(tx: Transaction, mode: Mode): Promise<string> {
  const series = seriesOf(mode)
  const [row] = await tx
    .insert(invoiceSeries)
    .values({ series, last: 1 })
    .onConflictDoUpdate({ target: invoiceSeries.series, set: { last: sql`${invoiceSeries.last} + 1` } })
    .returning({ last: invoiceSeries.last })
  if (!row) throw new Error(`the series ${series} has no row`)
  return invoiceNumber(series, row.last)
}

export async function listReversals(tx: Transaction, paymentId: number): Promise<ReversalRow[]> {
  return tx.select().from(reversals).where(eq(reversals.payment_id, paymentId)).orderBy(reversals.id)
}

export async function insertReversal(tx: Transaction, row: typeof reversals.$inferInsert): Promise<ReversalRow> {
  const [inserted] = await tx.insert(reversals).values(row).returning()
  if (!inserted) throw new Error('the refund was not inserted')
  return inserted
}

export async function markReturned(tx: Transaction, ids: number[], now: Date): Promise<void> {
  await tx.update(reversals).set({ returned_at: now }).where(inArray(reversals.id, ids))
}

/** The invoice of a subscription that was paid last: the monthly tokens are from it. */
export async function findLastPaid(tx: Transaction, subscriptionId: number): Promise<number | null> {
  const [row] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.subscription_id, subscriptionId), eq(payments.state, 'paid')))
    .orderBy(desc(payments.paid_at))
    .limit(1)
  return row?.id ?? null
}

export function cardOf({ card_brand, card_last4 }: PaymentRow): { brand: string; last4: string } | null {
  return card_brand && card_last4 ? { brand: card_brand, last4: card_last4 } : null
}
