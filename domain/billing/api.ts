/** The plans, saved cards and the account page (BIL-19..BIL-52). Prices on the wire are dollars, amounts cents. */
import * as z from 'zod/mini'
import { subscription } from '../accounts/user.ts'
import { dayText } from '../lib/day-text.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { invalid, type Refusal } from '../lib/refusal.ts'
import { PLAN_KEYS } from '../tokens/plan-keys.ts'
import { invoice } from './invoice-api.ts'

export const NOT_PAID_YET = 'The payment has not gone through yet.'
export const PAYMENT_WRONG = 'This payment does not match the purchase.'
export const RENEWAL_PAID = 'Your renewal is paid.'
export const FREE_HUT = 'This hut is free: there’s nothing to pay for.'
export const NOTHING_DUE = 'There’s nothing to pay right now.'
export const HAS_PLAN = 'You already have this plan.'
export const CARD_IN_USE = 'Your subscription is paid with this card. Choose another card first.'
export const IS_DISPUTED = 'The bank of the payer disputes this payment, so it can’t be refunded.'
export const NOT_REFUNDED = 'The payment provider can’t refund this payment.'
export const SUBSCRIBED = 'Thank you! You have subscribed successfully.'
export const PAYMENT_UNKNOWN: Refusal = { kind: 'notFound', message: 'You have no such payment.' }
export const NO_SUBSCRIPTION: Refusal = { kind: 'notFound', message: 'You have no such subscription.' }
export const UNKNOWN_PRODUCT: Refusal = { kind: 'notFound', message: 'There’s no such plan.' }
export const NO_CARD: Refusal = invalid('payment_method', 'You have no such card.')
export const CARD_NEEDED: Refusal = invalid('payment_method', 'Add a card first: it pays the next renewal.')
export const BAD_SIGNATURE: Refusal = invalid(
  'Stripe-Signature',
  'The event is not signed as it should be, or too old.'
)
export const BAD_EVENT: Refusal = invalid('body', 'Send an event with an id, a type and an object.')

/** "Your subscription will end on 1 April 2026." (D-12) */
export function endText(date: string, timeZone: string): string {
  return `Your subscription will end on ${dayText(date, timeZone)}.`
}

export const product = z.object({
  id: z.int(),
  key: z.nullable(z.literal(PLAN_KEYS)),
  title: z.string(),
  content: z.string(),
  /** Dollars. */
  price: z.number(),
  monthly_tokens: z.nullable(z.int())
})

/** The payment provider's public key, and whether this is the sandbox, where no money moves (D-10). */
export const checkout = z.object({ publishable_key: z.string(), sandbox: z.boolean() })

/** A saved card (BIL-50..BIL-52). Only the provider knows its number. */
export const paymentMethod = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  /** Whether it pays renewals. */
  is_default: z.boolean()
})
export type PaymentMethod = z.output<typeof paymentMethod>

/** The state of a subscription's renewals, for My Account. */
export const renewal = z.object({
  /** When the next period is charged; null once it is cancelled. */
  renews_at: z.nullable(responseDate),
  /** The end of the period that was paid last. */
  period_end: z.nullable(responseDate),
  /** The smaller plan that begins with the next period (D-161); null without a change. */
  next_plan: z.nullable(z.literal(PLAN_KEYS)),
  /** Uses left in this period. */
  monthly: z.int(),
  /** Cents of the next period. */
  amount: z.int(),
  currency: z.string(),
  /** Set while a renewal is declined: when that happened, and until when the tokens stay. */
  failed: z.nullable(z.object({ at: responseDate, tokens_until: z.nullable(responseDate) }))
})

export const pricingPage = page('/pricing', {
  data: z.object({
    /** Empty when payments are off. */
    products: z.array(product)
  }),
  isOpen: true,
  head: ({ products }) => ({
    title: 'Pricing',
    description: products.length > 0 ? 'What the plans cost, and how many tokens come with each of them.' : FREE_HUT
  })
})

export const subscribePage = page('/subscribe', {
  data: z.object({
    /** The plans that people can subscribe to; none when payments are off. */
    products: z.array(product),
    payment_methods: z.array(paymentMethod),
    subscription: z.nullable(subscription),
    renewal: z.nullable(renewal),
    checkout
  }),
  head: ({ products }) => ({
    title: 'Subscribe',
    description: products.length > 0 ? 'Tokens every month, with or without sessions.' : FREE_HUT
  })
})

/** An id that the payment provider gave. */
export const providerId = title(255)
const savedCards = z.object({ payment_methods: z.array(paymentMethod), ...noError })

export const addPaymentMethod = endpoint('POST', '/api/subscriptions/add-payment-method', {
  summary: 'Save a card that the page has made at the payment provider',
  body: z.object({ payment_method: providerId }),
  response: z.object({
    /** The page confirms the card with it when the bank requires that; null once the card is saved. */
    clientSecret: z.nullable(z.string()),
    ...savedCards.shape
  }),
  refusals: ['unauthenticated', 'conflict', 'unavailable']
})

export const choosePaymentMethod = endpoint('POST', '/api/subscriptions/default-payment-method', {
  summary: 'Choose the card that pays from now on',
  body: z.object({ payment_method: providerId }),
  response: savedCards,
  refusals: ['unauthenticated', 'conflict', 'unavailable']
})

export const removePaymentMethod = endpoint('POST', '/api/subscriptions/remove-payment-method', {
  summary: 'Remove a saved card',
  whileHeld: true,
  body: z.object({ payment_method: providerId }),
  response: savedCards,
  refusals: ['unauthenticated', 'conflict', 'unavailable']
})

export const accountPage = page('/account', {
  data: z.object({
    subscription: z.nullable(subscription),
    renewal: z.nullable(renewal),
    payment_methods: z.array(paymentMethod),
    /** The newest few; `/account/invoices` lists them all. */
    invoices: z.array(invoice),
    checkout
  }),
  personal: 'My Account',
  head: () => ({ title: 'My Account' })
})
