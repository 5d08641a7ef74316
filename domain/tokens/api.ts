/** The Tokens page: what is left, what a token buys and what was charged for what (TOK-21..TOK-24, D-16). */
import * as z from 'zod/mini'
import { responseDate } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { BUCKETS } from './tokens.ts'

export const ledgerEntry = z.object({
  id: z.int(),
  bucket: z.literal(BUCKETS),
  /** Uses: negative when spent, positive when given. */
  amount: z.int(),
  action: z.string(),
  /** The title of what was paid for, where it still has one. */
  subject: z.nullable(z.string()),
  created_at: responseDate
})
export type LedgerEntry = z.output<typeof ledgerEntry>

export const tokensPage = page({
  path: '/tokens',
  aliases: ['/account/tokens'],
  query: ['page'],
  data: z.object({
    balance: z.nullable(z.object({ monthly: z.int(), free: z.int(), purchased: z.int() })),
    /** One more than `per_page` when there is a next page (D-22). */
    ledger: z.array(ledgerEntry)
  }),
  head: () => ({ title: 'Tokens', description: 'What a token buys, what is left and what was charged.' })
})
