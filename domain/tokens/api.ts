/**
 * The page of tokens with the balance and the ledger (TOK-21..TOK-24, D-16), and the shared pool of free tokens, which
 * people redeem and site admins add (D-06..D-08).
 */
import * as z from 'zod/mini'
import { plural } from '../lib/duration.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, whole } from '../lib/fields.ts'
import { BUCKETS, LEDGER_ACTIONS, MOST_FREE_TOKENS } from './tokens.ts'

export const REDEEMED = '500 tokens have been added to your account'
export const REDEEMED_ALREADY = 'You have already redeemed your free tokens.'
export const REDEEMED_TODAY = 'Today’s free tokens are gone. Please try again tomorrow.'
export const POOL_EMPTY = 'There are no free tokens available right now.'
/** Says why an admin can't take that many tokens out. */
export const poolHolds = (tokens: number): string =>
  `The pool holds ${plural(tokens, 'token')}, and you can’t take more.`
export const FREE_TOKENS_ADDED = 'Tokens successfully added'

export const balance = z.object({ monthly: z.int(), free: z.int(), purchased: z.int() })

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

/** Has no body (TOK-35). Also served as `tokens/redeem-available` (D-08). */
export const redeemAvailable = endpoint('POST', '/api/tokens/tokens/redeem-available', {
  summary: 'Take 500 free tokens out of the shared pool, once an account',
  needsEmail: true,
  response: z.object({ message: z.string(), balance, pool: z.int(), ...noError }),
  refusals: ['unauthenticated', 'conflict']
})

/** Also served as `tokens/add-free` (D-08). */
export const addFreeTokens = endpoint('POST', '/api/tokens/tokens/add-free', {
  summary: 'Add free tokens to the shared pool; for site admins',
  keyed: true,
  body: z.object({ amount: whole(1, MOST_FREE_TOKENS) }),
  response: z.object({ message: z.string(), pool: z.int(), ...noError }),
  refusals: ['unauthenticated', 'forbidden']
})
