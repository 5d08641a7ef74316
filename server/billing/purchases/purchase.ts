/**
 * Buys a pack of tokens (D-09). The page requests a payment, confirms it at the provider and claims it. The provider's
 * event claims it too, because the page may be closed by then. The payment's row is locked and stores whether it was
 * credited, so it is credited once.
 */

import type Stripe from 'stripe'
import { NOT_PAID_YET, PAYMENT_UNKNOWN, PAYMENT_WRONG } from '../../../domain/billing/api.ts'
import { PACK_PRICE } from '../../../domain/billing/purchase.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { customerOf } from '../customers.ts'
import {
  findByIntent,
  findOpenPack,
  insertPack,
  type PaymentRow,
  updateOpenPayment,
  updatePayment
} from '../payment-rows.ts'
import { ask } from '../provider-calls.ts'
import { settle } from './settle-purchase.ts'

/** Returns the secret with which the page pays. It stays the same until the purchase is paid or void. */
export async function preparePurchase(deps: Dependencies, userId: number, toPool: boolean): Promise<string> {
  const customer = await customerOf(deps, userId)
  // A purchase that was paid meanwhile is credited, and the next try starts a new one.
  for (let tries = 0; tries < 3; tries++) {
    const row = await openPack(deps, userId, toPool)
    const intent = await intentOf(deps, row, customer)
    const { verdict } = await settle(deps, row, intent)
    if (verdict === 'open' && intent.client_secret) {
      if (row.to_pool !== toPool) await updateOpenPayment(deps.db, row.id, { to_pool: toPool })
      return intent.client_secret
    }
  }
  return refuse({ kind: 'conflict', message: PAYMENT_WRONG })
}

async function openPack({ db, clock, provider }: Dependencies, userId: number, toPool: boolean): Promise<PaymentRow> {
  const row =
    (await findOpenPack(db, userId, provider.mode)) ??
    (await insertPack(db, userId, provider.mode, toPool, dateAt(clock))) ??
    (await findOpenPack(db, userId, provider.mode))
  return row ?? refuse({ kind: 'conflict', message: PAYMENT_WRONG })
}

async function intentOf(deps: Dependencies, row: PaymentRow, customer: string): Promise<Stripe.PaymentIntent> {
  if (row.intent) return retrieve(deps, row.intent)
  const intent = await ask(
    deps.provider.stripe.paymentIntents.create(
      {
        ...PACK_PRICE,
        customer,
        allowed_payment_method_types: ['card'],
        metadata: { user_id: String(row.user_id), kind: 'tokens', row: String(row.id) }
      },
      { idempotencyKey: `tokens-${row.request_key}` }
    )
  )
  await updatePayment(deps.db, row.id, { intent: intent.id })
  return intent
}

/** A payment intent with its card. */
function retrieve({ provider: { stripe } }: Dependencies, intent: string): Promise<Stripe.PaymentIntent> {
  return ask(stripe.paymentIntents.retrieve(intent, { expand: ['payment_method'] }))
}

/**
 * Credits a payment that the page reports as paid. A repeated call returns the first result.
 * @throws Refused 404 for another person's payment, 409 for one that is unpaid or does not match the purchase
 */
export async function claimPurchase(
  deps: Dependencies,
  userId: number,
  intent: string,
  toPool: boolean
): Promise<PaymentRow> {
  const row = await findByIntent(deps.db, intent)
  if (row?.kind !== 'tokens' || row.user_id !== userId || row.mode !== deps.provider.mode) {
    return refuse(PAYMENT_UNKNOWN)
  }
  if (row.state === 'paid') return row
  if (row.to_pool !== toPool) await updateOpenPayment(deps.db, row.id, { to_pool: toPool })
  const { verdict, payment } = await settle(deps, row, await retrieve(deps, intent))
  if (verdict === 'paid') return payment
  return refuse({ kind: 'conflict', message: verdict === 'wrong' ? PAYMENT_WRONG : NOT_PAID_YET })
}

/** Handles an event about a payment intent. Ignores an unknown intent. */
export async function settleIntent(deps: Dependencies, intent: string): Promise<void> {
  const row = await findByIntent(deps.db, intent)
  if (row?.kind !== 'tokens' || row.mode !== deps.provider.mode || row.state === 'paid') return
  const { verdict } = await settle(deps, row, await retrieve(deps, intent))
  if (verdict === 'wrong') throw new Error(`payment ${row.id} (${intent}) does not match the purchase`)
}
