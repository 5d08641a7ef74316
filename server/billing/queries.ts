import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Invoice } from '../../domain/billing/invoice-api.ts'
import type { Mode } from '../../domain/billing/payment.ts'
import { PACK, planOf } from '../../domain/billing/plans.ts'
import type { OurPaid, Reversed } from '../../domain/billing/reconciliation.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { findRow } from '../db/rows.ts'
import { payments } from '../db/schema/billing/billing.ts'
import type { Slice } from '../lib/paging.ts'
import type { PaymentRow } from './payment-rows.ts'

/** An unpaid token purchase is no invoice. A declined renewal is one. */
const isInvoice = or(eq(payments.kind, 'plan'), eq(payments.state, 'paid'))

/** A person's invoices, newest first. */
export async function listPayments(db: Database, userId: number, { limit, offset }: Slice): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.user_id, userId), isInvoice))
    .orderBy(desc(payments.id))
    .limit(limit)
    .offset(offset)
}

/** One invoice of a person. */
export function findPayment(db: Database, userId: number, id: number): Promise<PaymentRow | null> {
  return findRow(db, payments, and(eq(payments.user_id, userId), eq(payments.id, id), isInvoice))
}

/** An invoice in the format of the API. */
export function toWireInvoice(row: PaymentRow): Invoice {
  return {
    id: row.id,
    number: row.number,
    is_test: row.mode === 'live' ? 0 : 1,
    title: row.plan === null ? titleOfPack(row) : planOf(row.plan).title,
    amount: row.amount,
    refunded: row.refunded,
    currency: row.currency,
    state: stateOf(row),
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null
  }
}

function titleOfPack({ to_pool }: PaymentRow): string {
  return to_pool ? `${PACK.tokens} tokens for the shared pool` : `${PACK.tokens} tokens`
}

function stateOf({ state, is_disputed, refunded, amount }: PaymentRow): Invoice['state'] {
  if (is_disputed) return 'disputed'
  if (refunded > 0) return refunded < amount ? 'partly_refunded' : 'refunded'
  return state
}

/** A paid payment, with its payment intent. */
type PaidRow = OurPaid & { intent: string | null }

/** All paid payments, each with the sum of its entries in the ledger and the pool. */
export async function listPaid(db: Database, mode: Mode): Promise<PaidRow[]> {
  return selectRows<PaidRow & Record<string, unknown>>(
    db,
    sql`select p.id::int as id, coalesce(p.invoice, p.intent) as provider, p.intent, p.user_id::text as owner, p.amount, p.currency,
        p.uses, coalesce((select sum(l.amount) from ledger l
          where l.subject_id = p.id and l.action in ('purchase', 'renewal')), 0)::int
        + coalesce((select sum(e.amount) from pool_entries e
          where e.subject_id = p.id and e.action = 'purchase'), 0)::int as credited
      from payments p where p.state = 'paid' and p.mode = ${mode}`
  )
}

/** Refunds and disputes whose money has not come back. */
export async function listReversals(db: Database, mode: Mode): Promise<Reversed[]> {
  return selectRows(
    db,
    sql`select r.provider as id, p.intent as payment from reversals r join payments p on p.id = r.payment_id
      where r.returned_at is null and p.mode = ${mode}`
  )
}
