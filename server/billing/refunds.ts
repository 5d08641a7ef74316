/**
 * Refunds payments for an admin (D-160), and takes back tokens after any refund or a dispute by a bank (BIL-18), as far
 * as the tokens are still there. Each refund and dispute has a row, so it takes tokens once. If the refund fails or the
 * dispute is won, the tokens return.
 */

import Stripe from 'stripe'
import { IS_DISPUTED, NOT_REFUNDED } from '../../domain/billing/api.ts'
import { REFUND_REASONS, type RefundReason, type ReversalKind } from '../../domain/billing/payment.ts'
import { takenBack, usesOfReversal } from '../../domain/billing/purchase.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { queueMail } from '../mail/mail-rows.ts'
import { changeBalance, lockBalance } from '../tokens/balance-rows.ts'
import { changePool, lockPool } from '../tokens/pool-rows.ts'
import {
  findByIntent,
  findLastPaid,
  findPaid,
  listAdmins,
  lockPayment,
  type PaymentRow,
  updatePayment
} from './payment-rows.ts'
import type { Provider } from './provider.ts'
import { all, ask, idOf } from './provider-calls.ts'
import { insertReversal, listReversals, markReturned, type ReversalRow } from './reversal-rows.ts'
import { findCurrent } from './subscription-rows.ts'

export interface LookedReversal {
  kind: ReversalKind
  provider: string
  /** The id of the paid intent. */
  payment: string | null
  amount: number
  created: number
  /** The money is gone: the refund did not fail, or the dispute is not won. */
  isGone: boolean
  /** Of a refund by an admin of the hut: why, and the admin's id. */
  reason: RefundReason | null
  by: number | null
}

/**
 * Refunds what is left of a payment. Repeated calls and two admins at once refund it once: the provider refuses another
 * refund with the key of the first one. The log gets its entry when the refund gets its row, so also after a crash.
 * @throws Refused 404; 409 while the bank of the payer disputes it, or when the provider can't refund it
 */
export async function refundPayment(
  deps: Dependencies,
  admin: { id: number },
  id: number,
  reason: RefundReason
): Promise<void> {
  const { db, provider } = deps
  const find = async () => (await findPaid(db, id)) ?? refuse({ kind: 'notFound' })
  const { intent, mode, request_key } = await find()
  if (intent === null || mode !== provider.mode) return refuse({ kind: 'conflict', message: NOT_REFUNDED })
  // Another admin, or an operator at the provider, may have been first.
  await syncReversals(deps, intent)
  const { is_disputed, refunded, amount } = await find()
  if (is_disputed) refuse({ kind: 'conflict', message: IS_DISPUTED })
  if (refunded === amount) return
  const earlier = await listReversals(db, id)
  const metadata = { reason, admin: String(admin.id) }
  const idempotencyKey = `refund-${request_key}-${earlier.length}`
  const asked = provider.stripe.refunds.create({ payment_intent: intent, metadata }, { idempotencyKey })
  await ask(asked).catch(error => {
    const { StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
    if (!(error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError)) throw error
  })
  await syncReversals(deps, intent)
  if ((await find()).refunded < amount) refuse({ kind: 'conflict', message: NOT_REFUNDED })
}

/**
 * Applies the refunds and disputes of a payment. This locks the payment and then the balance, while `sync.ts` locks the
 * balance and then payments. They cannot deadlock, because this locks only paid payments and `sync.ts` changes only
 * unpaid ones.
 * @param intent of a token purchase or an invoice; an unknown one is ignored
 */
export async function syncReversals(deps: Dependencies, intent: string): Promise<void> {
  const { db, provider } = deps
  const payment = await findByIntent(db, intent)
  if (payment?.mode !== provider.mode || payment.state !== 'paid') return
  const looked = await listReversed(provider, { payment_intent: intent })
  const now = dateAt(deps.clock)
  await db.transaction(async tx => {
    const row = await lockPayment(tx, payment.id)
    const known = await listReversals(tx, row.id)
    let gone = known.filter(({ returned_at }) => returned_at === null).reduce((sum, { amount }) => sum + amount, 0)
    for (const { isGone, created, payment: _, ...reversal } of looked.toSorted((a, b) => a.created - b.created)) {
      const stored = known.find(each => each.provider === reversal.provider)
      if (isGone && !stored) {
        await takeBack(tx, deps, row, reversal, gone)
        gone += reversal.amount
      } else if (stored && !isGone && stored.returned_at === null) {
        await giveBack(tx, row, stored, now)
        gone -= stored.amount
      }
    }
    await updatePayment(tx, row.id, {
      refunded: Math.min(row.amount, gone),
      is_disputed: looked.some(({ kind, isGone }) => kind === 'dispute' && isGone)
    })
  })
}

/** The refunds and disputes at the provider, of one payment or of all. */
export async function listReversed({ stripe }: Provider, of: { payment_intent?: string }): Promise<LookedReversal[]> {
  const [refunds, disputes] = await ask(
    Promise.all([all(stripe.refunds.list({ ...of, limit: 100 })), all(stripe.disputes.list({ ...of, limit: 100 }))])
  )
  const shared = ({ id, amount, created, payment_intent }: Stripe.Refund | Stripe.Dispute) => ({
    provider: id,
    payment: idOf(payment_intent),
    amount,
    created
  })
  return [
    ...refunds.map(refund => ({
      ...shared(refund),
      kind: 'refund' as const,
      isGone: refund.status !== 'failed' && refund.status !== 'canceled',
      reason: REFUND_REASONS.find(one => one === refund.metadata?.reason) ?? null,
      by: Number(refund.metadata?.admin) || null
    })),
    ...disputes.map(dispute => ({
      ...shared(dispute),
      kind: 'dispute' as const,
      isGone: dispute.status !== 'won' && dispute.status !== 'prevented' && !dispute.status.startsWith('warning'),
      ...{ reason: null, by: null }
    }))
  ]
}

async function takeBack(
  tx: Transaction,
  deps: Dependencies,
  payment: PaymentRow,
  { by, ...reversal }: Pick<LookedReversal, 'kind' | 'provider' | 'amount' | 'reason' | 'by'>,
  before: number
): Promise<void> {
  const now = dateAt(deps.clock)
  const wanted = payment.amount === 0 ? 0 : usesOfReversal(payment, { before, amount: reversal.amount })
  const uses = takenBack(wanted, await heldOf(tx, payment))
  const { id } = await insertReversal(tx, { ...reversal, payment_id: payment.id, uses, created_at: now })
  if (uses > 0) await move(tx, payment, { kind: reversal.kind, id }, -uses, now)
  if (reversal.kind === 'dispute') await tellOfDispute(tx, deps, payment, { amount: reversal.amount, uses })
  if (reversal.reason === null) return
  const admin = (await listAdmins(tx)).find(each => each === by)
  const after = { cents: reversal.amount, uses, reason: reversal.reason }
  const entry = { action: 'refund', subject: 'payment', subjectId: payment.id, after } as const
  await recordAction(tx, admin === undefined ? null : { id: admin }, entry, now)
}

/** Tells the admins and the payer. The dispute has just got its row, so they get one mail however often it is looked at. */
async function tellOfDispute(
  tx: Transaction,
  deps: Dependencies,
  { user_id, number, currency, mode }: PaymentRow,
  { amount, uses }: { amount: number; uses: number }
): Promise<void> {
  const is_test = mode !== 'live'
  const facts = { kind: 'payment disputed', amount, currency, reference: number ?? '', uses, is_test } as const
  for (const admin of await listAdmins(tx)) await queueMail(tx, deps, admin, { ...facts, to: 'admin' })
  if (user_id !== null) await queueMail(tx, deps, user_id, { ...facts, to: 'payer' })
}

async function giveBack(tx: Transaction, payment: PaymentRow, reversal: ReversalRow, now: Date): Promise<void> {
  await markReturned(tx, [reversal.id], now)
  const isOver = payment.kind === 'plan' && !(await isHeld(tx, payment))
  if (reversal.uses > 0 && !isOver) await move(tx, payment, reversal, reversal.uses, now)
}

/** The uses that are left in the place where the payment was credited. */
async function heldOf(tx: Transaction, payment: PaymentRow): Promise<number> {
  if (payment.to_pool) return lockPool(tx)
  if (payment.user_id === null) return 0
  const { purchased, monthly } = await lockBalance(tx, payment.user_id)
  if (payment.kind === 'tokens') return purchased
  return (await isHeld(tx, payment)) ? monthly : 0
}

/** Whether the monthly tokens come from this invoice. Tokens of an earlier period are gone. */
async function isHeld(tx: Transaction, { id, user_id, subscription_id }: PaymentRow): Promise<boolean> {
  if (user_id === null || subscription_id === null) return false
  const current = await findCurrent(tx, user_id)
  return current?.id === subscription_id && (await findLastPaid(tx, subscription_id)) === id
}

async function move(
  tx: Transaction,
  { to_pool, user_id, kind }: PaymentRow,
  reversal: { kind: ReversalKind; id: number },
  amount: number,
  now: Date
): Promise<void> {
  const change = { amount, action: reversal.kind, subjectId: reversal.id }
  if (to_pool) await changePool(tx, { userId: user_id, ...change }, now)
  else if (user_id !== null) {
    await changeBalance(tx, user_id, { bucket: kind === 'tokens' ? 'purchased' : 'monthly', ...change }, now)
  }
}
