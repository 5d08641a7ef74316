/** Queries for payments, refunds and disputes. */
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { Role } from '../../domain/accounts/user.ts'
import { invoiceNumber, type Mode, seriesOf } from '../../domain/billing/payment.ts'
import { PACK_PRICE, PACK_USES } from '../../domain/billing/purchase.ts'
import type { Database, Transaction } from '../db/database.ts'
import { findRow, updateRows, updaterOf } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { invoiceSeries, payments } from '../db/schema/billing/billing.ts'

export type PaymentRow = typeof payments.$inferSelect

/** The token purchase that a person started and has not paid. */
export function findOpenPack(db: Database, userId: number, mode: Mode): Promise<PaymentRow | null> {
  return findRow(
    db,
    payments,
    and(eq(payments.user_id, userId), eq(payments.mode, mode), eq(payments.kind, 'tokens'), eq(payments.state, 'open'))
  )
}

/** Inserts a token purchase. Returns null if the person already has an open one, so two calls at once create one. */
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

/** The payment of a payment intent. */
export function findByIntent(db: Database, intent: string): Promise<PaymentRow | null> {
  return findRow(db, payments, eq(payments.intent, intent))
}

/** Locks a payment until the transaction ends, so that only one transaction credits or reverses it. */
export async function lockPayment(tx: Transaction, id: number): Promise<PaymentRow> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!row) throw new Error(`payment ${id} is gone`)
  return row
}

/** Changes a payment. */
export const updatePayment = updaterOf(payments)

/** Changes a payment only while it is open. A paid payment stays as it was credited. */
export async function updateOpenPayment(
  db: Database,
  id: number,
  change: Partial<typeof payments.$inferInsert>
): Promise<void> {
  await updateRows(db, payments, and(eq(payments.id, id), eq(payments.state, 'open')), change)
}

/** Inserts a payment. */
export async function insertPayment(tx: Transaction, row: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [inserted] = await tx.insert(payments).values(row).returning()
  if (!inserted) throw new Error('the payment was not inserted')
  return inserted
}

/** A person's stored invoices for subscriptions. */
export async function listInvoices(tx: Transaction, userId: number, mode: Mode): Promise<PaymentRow[]> {
  return tx
    .select()
    .from(payments)
    .where(and(eq(payments.user_id, userId), eq(payments.mode, mode), isNotNull(payments.invoice)))
}

/** The newest declined renewal that can still be paid. */
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
 * The next invoice number. The series stays locked until the transaction ends, so a rollback frees its number. Lock the
 * balance and the pool before this call.
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

/** A paid payment. */
export function findPaid(db: Database, id: number): Promise<PaymentRow | null> {
  return findRow(db, payments, and(eq(payments.id, id), eq(payments.state, 'paid')))
}

/** The ids of all admins. */
export async function listAdmins(tx: Transaction): Promise<number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role_id, Role.Admin), isNull(users.erased_at)))
  return rows.map(({ id }) => id)
}

/** The last paid invoice of a subscription. It brought the current monthly tokens. */
export async function findLastPaid(tx: Transaction, subscriptionId: number): Promise<number | null> {
  const [row] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.subscription_id, subscriptionId), eq(payments.state, 'paid')))
    .orderBy(desc(payments.paid_at))
    .limit(1)
  return row?.id ?? null
}

/** The card of a payment, if it is known. */
export function cardOf({ card_brand, card_last4 }: PaymentRow): { brand: string; last4: string } | null {
  return card_brand && card_last4 ? { brand: card_brand, last4: card_last4 } : null
}
