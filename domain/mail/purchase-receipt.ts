import { dayText } from '../lib/day-text.ts'
import { formatMoney } from '../lib/money.ts'
import { type Card, cardText, type MailWords, TEST_PAYMENT } from './words.ts'

/** A person bought tokens, for themselves or for the shared pool (D-06). */
export interface PurchaseReceipt {
  kind: 'purchase receipt'
  tokens: number
  to_pool: boolean
  amount: number
  currency: string
  paid_at: string
  card: Card | null
  /** The payment's id at the provider. */
  reference: string
  /** Whether it was paid in the sandbox. */
  is_test: boolean
}

/** Returns the receipt of a purchase of tokens. */
export function purchaseReceipt(receipt: PurchaseReceipt, zone: string): MailWords {
  const { tokens, to_pool, amount, currency, paid_at, card, reference, is_test } = receipt
  const price = formatMoney(amount, currency)
  return {
    subject: `Receipt: ${tokens} tokens for ${price}`,
    heading: 'Thank you for your purchase',
    paragraphs: [
      to_pool
        ? `Your ${tokens} tokens are in the shared pool, where anyone can redeem them.`
        : `Your ${tokens} tokens are in your account. They never expire.`,
      ...(is_test ? [TEST_PAYMENT] : [])
    ],
    facts: [
      ['Bought', `${tokens} tokens`],
      ['Paid', price],
      ['Date', dayText(paid_at, zone)],
      ...(card ? ([['Card', cardText(card)]] as [string, string][]) : []),
      ['Reference', reference]
    ],
    link: { text: 'See your tokens', path: '/account/tokens' }
  }
}
