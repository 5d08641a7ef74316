/**
 * Buying tokens: when to credit a payment (D-09, TOK-29), and how many uses to take back after a refund or dispute.
 * Money is in whole cents, tokens are in uses.
 */
import { USES_PER_TOKEN } from '../tokens/tokens.ts'
import { CURRENCY, PACK } from './plans.ts'

export const PACK_USES = PACK.tokens * USES_PER_TOKEN

/** A payment as the provider reports it. */
export interface ProviderPayment {
  status: string
  amount: number
  amountReceived: number
  currency: string
  customer: string | null
  /** The user id in the payment's metadata, which the server sets when it creates the payment. */
  userId: string | null
}

/** The payment as our database has it. */
export interface ExpectedPayment {
  amount: number
  currency: string
  customer: string | null
  userId: number
}

export type Verdict = 'paid' | 'open' | 'gone' | 'wrong'

/**
 * Compares a payment at the provider with ours. Only `paid` may be credited. `gone`: it was cancelled. `wrong`: its
 * amount, currency, payer or owner differs from ours, so it is never credited.
 */
export function paymentState(payment: ProviderPayment, expected: ExpectedPayment): Verdict {
  const isOurs =
    payment.amount === expected.amount &&
    payment.currency === expected.currency &&
    payment.customer === expected.customer &&
    payment.userId === String(expected.userId)
  if (!isOurs) return 'wrong'
  if (payment.status === 'canceled') return 'gone'
  if (payment.status !== 'succeeded') return 'open'
  return payment.amountReceived === expected.amount ? 'paid' : 'wrong'
}

/** A refund or dispute of a part of a payment. */
export interface Reversal {
  /** Cents refunded before. */
  before: number
  /** Cents refunded now. */
  amount: number
}

/**
 * Returns the uses to take back for this part of the money. Several parts take as many uses as one refund of their sum,
 * and never more than the payment credited.
 */
export function usesOfReversal(payment: { amount: number; uses: number }, { before, amount }: Reversal): number {
  const share = (cents: number) => Math.floor((payment.uses * Math.min(cents, payment.amount)) / payment.amount)
  return share(before + amount) - share(before)
}

/**
 * Returns how many of `wanted` uses a balance of `held` uses can give back: a balance never falls below zero (D-06).
 */
export function takenBack(wanted: number, held: number): number {
  return Math.max(0, Math.min(wanted, held))
}

/** The price of the pack, as the server sends it to the provider. */
export const PACK_PRICE = { amount: PACK.amount, currency: CURRENCY }
