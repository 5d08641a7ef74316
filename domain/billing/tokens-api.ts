/** The page of tokens and the purchase of tokens (TOK-22..TOK-48). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseFlag, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { balance, ledgerEntry } from '../tokens/api.ts'
import { checkout, FREE_HUT, paymentMethod } from './api.ts'

export const PURCHASED = 'Purchase successful!'

export const tokensPage = page('/tokens', {
  aliases: ['/account/tokens'],
  query: ['page', 'reason'],
  data: z.object({
    balance: z.nullable(balance),
    /** One more than `per_page` when there is a next page (D-22). The query `reason` limits it to one reason. */
    ledger: z.array(ledgerEntry),
    /** The tokens in the shared pool (D-06). */
    pool: z.int(),
    /** Whether this person has redeemed; false for a visitor. */
    redeemed: z.boolean(),
    payment_methods: z.array(paymentMethod),
    checkout
  }),
  head: ({ checkout }) => ({
    title: 'Tokens',
    description: checkout.publishable_key ? 'What a token buys, what is left and what was charged.' : FREE_HUT
  })
})

export const getPaymentIntent = endpoint('GET', '/api/tokens/get-payment-intent', {
  changes: true,
  summary: 'The secret with which the page pays for 10 tokens at the payment provider; the same until it is paid',
  /** 1: the tokens are for the shared pool (D-06). Any other value is ignored. */
  query: z.object({ token_pool: z.optional(z.unknown()) }),
  response: z.object({ client_secret: z.string(), amount: z.int(), currency: z.string() }),
  refusals: ['unauthenticated', 'conflict', 'unavailable']
})

/** A second call with the same payment returns the first result (D-09). */
export const purchaseTokens = endpoint('POST', '/api/tokens/purchase', {
  summary: 'Claim the tokens of a payment that the page has confirmed',
  body: z.object({ paymentIntent: title(255), token_pool: z._default(z.nullable(flag), 0) }),
  response: z.object({
    message: z.string(),
    tokens: z.int(),
    token_pool: responseFlag,
    balance,
    pool: z.int(),
    ...noError
  }),
  refusals: ['unauthenticated', 'notFound', 'conflict', 'unavailable']
})
