/**
 * The page of tokens with the balance and the ledger (TOK-21..TOK-24, D-16), and the shared pool of free tokens, which
 * people redeem and site admins add (D-06..D-08).
 */
import * as z from 'zod/mini'
import { checkout, paymentMethod } from '../billing/api.ts'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseDate, responseFlag, title, whole } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { BUCKETS, LEDGER_ACTIONS, MOST_FREE_TOKENS } from './tokens.ts'

export const REDEEMED = '500 tokens have been added to your account'
export const REDEEMED_ALREADY = 'You have already redeemed your free tokens.'
export const REDEEMED_TODAY = 'The free tokens of today are gone. Please try again tomorrow.'
export const POOL_EMPTY = 'There are no free tokens available right now.'
export const FREE_TOKENS_ADDED = 'Tokens successfully added'

const balance = z.object({ monthly: z.int(), free: z.int(), purchased: z.int() })

export const ledgerEntry = z.object({
  id: z.int(),
  bucket: z.literal(BUCKETS),
  /** Uses: negative when spent, positive when given. */
  amount: z.int(),
  action: z.literal(LEDGER_ACTIONS),
  /** The title of the charged goal, session or text; null when it is gone. */
  subject: z.nullable(z.string()),
  created_at: responseDate
})
export type LedgerEntry = z.output<typeof ledgerEntry>

export const tokensPage = page({
  path: '/tokens',
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
  head: () => ({ title: 'Tokens', description: 'What a token buys, what is left and what was charged.' })
})

/** Has no body (TOK-35). Also served as `tokens/redeem-available` (D-08). */
export const redeemAvailable = endpoint({
  method: 'POST',
  path: '/api/tokens/tokens/redeem-available',
  summary: 'Take 500 free tokens out of the shared pool, once an account',
  response: z.object({ message: z.string(), balance, pool: z.int(), ...noError }),
  refusals: ['unauthenticated', 'conflict']
})

/** Also served as `tokens/add-free` (D-08). */
export const addFreeTokens = endpoint({
  method: 'POST',
  path: '/api/tokens/tokens/add-free',
  summary: 'Add free tokens to the shared pool; for site admins',
  keyed: true,
  body: z.object({ amount: whole(1, MOST_FREE_TOKENS) }),
  response: z.object({ message: z.string(), pool: z.int(), ...noError }),
  refusals: ['unauthenticated', 'forbidden']
})

export const PURCHASED = 'Purchase successful!'

export const getPaymentIntent = endpoint({
  method: 'GET',
  path: '/api/tokens/get-payment-intent',
  changes: true,
  summary: 'The secret with which the page pays for 10 tokens at the payment provider; the same until it is paid',
  /** 1: the tokens are for the shared pool (D-06). Any other value is ignored. */
  query: z.object({ token_pool: z.optional(z.unknown()) }),
  response: z.object({ client_secret: z.string(), amount: z.int(), currency: z.string() }),
  refusals: ['unauthenticated', 'conflict', 'unavailable']
})

/** A second call with the same payment returns the first result (D-09). */
export const purchaseTokens = endpoint({
  method: 'POST',
  path: '/api/tokens/purchase',
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
