import { dayText } from '../lib/day-text.ts'
import { formatMoney } from '../lib/money.ts'
import { type Card, cardText, type MailWords } from './words.ts'

/** The next period of a subscription could not be charged (D-04). */
export interface RenewalFailed {
  kind: 'renewal failed'
  /** Title of the plan. */
  plan: string
  amount: number
  currency: string
  card: Card | null
  /** The end of the unpaid period. The tokens of the period before stay until then. */
  tokens_until: string
  /** When the provider tries again; null when it has given up. */
  next_attempt: string | null
}

/** Returns the mail about a failed renewal. */
export function renewalFailed(
  { plan, amount, currency, card, tokens_until, next_attempt }: RenewalFailed,
  zone: string
): MailWords {
  const price = formatMoney(amount, currency)
  return {
    subject: `Your payment for ${plan} failed`,
    heading: 'Your payment failed',
    paragraphs: [
      `We couldn’t charge ${price} for ${plan}${card ? ` to your card, ${cardText(card)}` : ''}.`,
      `You keep your monthly tokens until ${dayText(tokens_until, zone)}. Tokens you bought and free tokens stay either way.`,
      next_attempt === null
        ? `We won’t try again, and ${plan} ends that day. To continue, subscribe again.`
        : `We’ll try again on ${dayText(next_attempt, zone)}. To pay sooner, choose another card and press “Pay now”.`
    ],
    facts: [],
    link:
      next_attempt === null
        ? { text: 'Subscribe again', path: '/subscribe' }
        : { text: 'Pay now', path: '/account#subscription' }
  }
}
