/** Stores the state of a payment, and credits its tokens once. */
import type Stripe from 'stripe'
import { paymentState, type Verdict } from '../../../domain/billing/purchase.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { queueMail } from '../../mail/mail-rows.ts'
import { changeBalance } from '../../tokens/balance-rows.ts'
import { changePool } from '../../tokens/pool-rows.ts'
import { findCustomer, getContact } from '../customer-rows.ts'
import { cardOf, lockPayment, nextNumber, type PaymentRow, updateOpenPayment, updatePayment } from '../payment-rows.ts'
import { idOf } from '../provider-calls.ts'

/** Stores the provider's state of a payment. */
export async function settle(
  deps: Dependencies,
  row: PaymentRow,
  intent: Stripe.PaymentIntent
): Promise<{ verdict: Verdict; payment: PaymentRow }> {
  const { db, provider } = deps
  const userId = row.user_id
  const customer = userId === null ? null : await findCustomer(db, userId, provider.mode)
  // The person's account is deleted, so nobody can get the tokens.
  if (userId === null || !customer) return { verdict: 'gone', payment: row }
  const verdict = paymentState(
    {
      status: intent.status,
      amount: intent.amount,
      amountReceived: intent.amount_received,
      currency: intent.currency,
      customer: idOf(intent.customer),
      userId: intent.metadata.user_id ?? null
    },
    { amount: row.amount, currency: row.currency, customer: customer.provider, userId }
  )
  const isLost = verdict === 'gone' || (verdict === 'wrong' && intent.status !== 'succeeded')
  if (isLost) await updateOpenPayment(db, row.id, { state: 'void' })
  return { verdict, payment: verdict === 'paid' ? await credit(deps, row.id, userId, intent) : row }
}

async function credit(
  deps: Dependencies,
  id: number,
  userId: number,
  { payment_method }: Stripe.PaymentIntent
): Promise<PaymentRow> {
  const now = dateAt(deps.clock)
  const card = typeof payment_method === 'string' ? null : payment_method?.card
  return deps.db.transaction(async tx => {
    const row = await lockPayment(tx, id)
    if (row.state === 'paid') return row
    const { uses } = row
    if (row.to_pool) await changePool(tx, { userId, amount: uses, action: 'purchase', subjectId: id }, now)
    else await changeBalance(tx, userId, { bucket: 'purchased', amount: uses, action: 'purchase', subjectId: id }, now)
    const change = {
      state: 'paid' as const,
      paid_at: now,
      card_brand: card?.brand ?? null,
      card_last4: card?.last4 ?? null,
      payer: (await getContact(tx, userId)).name,
      number: await nextNumber(tx, row.mode)
    }
    await updatePayment(tx, id, change)
    const paid = { ...row, ...change }
    await queueMail(tx, deps, userId, {
      kind: 'purchase receipt',
      tokens: uses / 100,
      to_pool: row.to_pool,
      amount: row.amount,
      currency: row.currency,
      paid_at: now.toISOString(),
      card: cardOf(paid),
      reference: paid.number,
      is_test: row.mode !== 'live'
    })
    return paid
  })
}
