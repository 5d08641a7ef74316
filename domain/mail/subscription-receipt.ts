import { dayText } from '../lib/day-text.ts'
import { formatMoney } from '../lib/money.ts'
import { type Card, cardText, type MailWords, TEST_PAYMENT } from './words.ts'

/** A period of a subscription was paid: the first one, a renewal (BIL-16), or the first one after changing the plan. */
export interface SubscriptionReceipt {
  kind: 'subscription receipt'
  /** Title of the plan. */
  plan: string
  is_renewal: boolean
  /** The tokens of the period. */
  tokens: number
  amount: number
  currency: string
  paid_at: string
  period_start: string
  period_end: string
  card: Card | null
  /** The invoice's id at the provider. */
  reference: string
  /** Whether it was paid in the sandbox. */
  is_test: boolean
}

/** Returns the receipt of a period. */
export function subscriptionReceipt(receipt: SubscriptionReceipt, zone: string): MailWords {
  const { plan, is_renewal, tokens, card, reference, is_test } = receipt
  const price = formatMoney(receipt.amount, receipt.currency)
  const end = dayText(receipt.period_end, zone)
  return {
    subject: `Receipt: ${plan} for ${price}`,
    heading: is_renewal ? 'Your subscription has renewed' : 'Thank you for subscribing',
    paragraphs: [
      `Your ${tokens} monthly tokens are in your account until ${end}. Then the subscription renews automatically.`,
      ...(is_test ? [TEST_PAYMENT] : [])
    ],
    facts: [
      ['Plan', plan],
      ['Period', `${dayText(receipt.period_start, zone)} to ${end}`],
      ['Paid', price],
      ['Date', dayText(receipt.paid_at, zone)],
      ...(card ? ([['Card', cardText(card)]] as [string, string][]) : []),
      ['Reference', reference]
    ],
    link: { text: 'See your account', path: '/account' }
  }
}
