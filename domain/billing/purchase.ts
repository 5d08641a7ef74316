/**
 * Buying tokens: what the provider must say of a payment before it is credited (D-09, TOK-29), and what goes back when
 * it is refunded or disputed. Money is in whole cents, tokens in uses.
 */
import { USES_PER_TOKEN } from '../tokens/tokens.ts'
import { CURRENCY, PACK } from './plans.ts'

export const PACK_USES = PACK.tokens * USES_PER_TOKEN

/** A payment as the provider has it. */
export interface ProviderPayment {
  status: string
  amount: number
  amountReceived: number
  currency: string
  customer: string | null
  /** Of the metadata that we have set when we made it. */
  userId: string | null
}

/** What we have noted of it. */
export interface ExpectedPayment {
  amount: number
  currency: string
  customer: string | null
  userId: number
}

export type Verdict = 'paid' | 'open' | 'gone' | 'wrong'

/**
 * Whether a payment may be credited. `wrong` is one that is not what we asked for: another amount, currency, payer or
 * owner. It is never credited, whatever its state.
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

/** Money that goes back to a payer, of all that they paid. */
export interface Reversal {
  /** Cents that went back before. */
  before: number
  /** Cents that go back now. */
  amount: number
}

/**
 * The uses that this part of the money stands for. The parts of a payment come to the uses of their sum, however it is
 * divided, and never to more than the payment brought.
 */
export function usesOfReversal(payment: { amount: number; uses: number }, { before, amount }: Reversal): number {
  const share = (cents: number) => Math.floor((payment.uses * Math.min(cents, payment.amount)) / payment.amount)
  return share(before + amount) - share(before)
}

/** Takes back as far as it is there (D-06, issue of refunds): nobody's balance falls below zero. */
export function takenBack(wanted: number, held: number): number {
  return Math.max(0, Math.min(wanted, held))
}

/** The pack as it is asked for at the provider. */
export const PACK_PRICE = { amount: PACK.amount, currency: CURRENCY }
