/** Contracts of the admin's page of money: payments, what went back, subscriptions, and the shared pool. */
import * as z from 'zod/mini'
import { REFUND_REASONS, REVERSAL_KINDS } from '../billing/payment.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, responseFlag, sentBody, whole } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { PLAN_KEYS } from '../tokens/plan-keys.ts'
import { MOST_FREE_TOKENS, POOL_REASONS } from '../tokens/tokens.ts'

/** The lists of the page, by the query `show`. */
export const MONEY_LISTS = ['payments', 'returns', 'subscriptions'] as const
export type MoneyList = (typeof MONEY_LISTS)[number]

/** Payments and what went back in a month in UTC, in cents. */
const moneyMonth = z.object({
  /** Such as "2026-11". */
  month: z.string(),
  payments: z.int(),
  paid: z.int(),
  refunded: z.int(),
  disputed: z.int()
})
export type MoneyMonth = z.output<typeof moneyMonth>

const adminPayment = z.object({
  id: z.int(),
  number: z.nullable(z.string()),
  /** Null when the account is deleted. */
  username: z.nullable(z.string()),
  /** Null for a pack of tokens. */
  plan: z.nullable(z.literal(PLAN_KEYS)),
  to_pool: responseFlag,
  amount: z.int(),
  /** Cents that are not refunded or disputed. */
  left: z.int(),
  is_disputed: responseFlag,
  currency: z.string(),
  paid_at: responseDate
})
export type AdminPayment = z.output<typeof adminPayment>

const moneyReturn = z.object({
  id: z.int(),
  kind: z.literal(REVERSAL_KINDS),
  /** The invoice of the payment. */
  number: z.nullable(z.string()),
  username: z.nullable(z.string()),
  amount: z.int(),
  currency: z.string(),
  /** Uses that were taken back. */
  uses: z.int(),
  /** Null for a dispute, and for a refund that was made at the provider. */
  reason: z.nullable(z.literal(REFUND_REASONS)),
  at: responseDate,
  /** When the money came back: the refund failed, or the dispute was won. */
  returned_at: z.nullable(responseDate)
})
export type MoneyReturn = z.output<typeof moneyReturn>

const adminSubscription = z.object({
  id: z.int(),
  username: z.nullable(z.string()),
  plan: z.literal(PLAN_KEYS),
  started_at: responseDate,
  /** When the paid period ends. */
  period_end: z.nullable(responseDate),
  /** Set when it was cancelled. */
  end_date: z.nullable(responseDate),
  /** Set while a renewal is declined. */
  failed_at: z.nullable(responseDate),
  ended_at: z.nullable(responseDate)
})
export type AdminSubscription = z.output<typeof adminSubscription>

export const moneyPage = page('/admin/money', {
  data: z.object({
    /** Whether money moves: not in the sandbox, and not with test keys. */
    is_live: z.boolean(),
    /** The last 12 months that have payments or returns, the newest first. */
    months: z.array(moneyMonth),
    /** Tokens in the shared pool. */
    pool: z.int(),
    /** Running subscriptions. */
    running: z.int(),
    /** The newest first; one more than a page has, if there is a next page. */
    list: z.union([
      z.object({ show: z.literal('payments'), rows: z.array(adminPayment) }),
      z.object({ show: z.literal('returns'), rows: z.array(moneyReturn) }),
      z.object({ show: z.literal('subscriptions'), rows: z.array(adminSubscription) })
    ])
  }),
  query: ['show', 'month', 'q', 'page'],
  refusals: ['forbidden'],
  personal: 'Money',
  head: () => ({ title: 'Money' })
})

/** A second call changes nothing. */
export const refundPayment = endpoint('POST', '/api/admin/invoices/:invoice/refund', {
  summary: 'An admin refunds what is left of a payment', // D-160
  body: sentBody({ reason: z.literal(REFUND_REASONS, 'Choose a reason.') }),
  response: z.object({ ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict', 'proofNeeded', 'unavailable']
})

export const changePool = endpoint('POST', '/api/admin/pool', {
  summary: 'An admin adds tokens to the shared pool, or takes some out', // D-08
  keyed: true,
  body: sentBody({
    /** Below 0 to take some out. */
    tokens: whole(-MOST_FREE_TOKENS, MOST_FREE_TOKENS).check(z.refine(tokens => tokens !== 0, 'Enter how many.')),
    reason: z.literal(POOL_REASONS, 'Choose a reason.')
  }),
  response: z.object({ pool: z.int(), ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'conflict']
})
