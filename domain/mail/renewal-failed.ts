import { formatMoney } from '../billing/money.ts'
import { type Card, cardText, dayOf, type MailWords } from './words.ts'

/** The next period of a subscription could not be charged (D-04). */
export interface RenewalFailed {
  kind: 'renewal failed'
  /** Title of the plan. */
  plan: string
  amount: number
  currency: string
  card: Card | null
  /** The end of the period that could not be charged: the tokens of the one before stay until then. */
  tokens_until: string
  /** When the provider tries again; null when it has given up. */
  next_attempt: string | null
}

export function renewalFailed({ plan, amount, currency, card, tokens_until, next_attempt }: RenewalFailed): MailWords {
  const price = formatMoney(amount, currency)
  return {
    subject: `Your payment for ${plan} failed`,
    heading: 'Your payment failed',
    paragraphs: [
      `${price} for ${plan} could not be charged${card ? ` to your card, ${cardText(card)}` : ''}.`,
      `Your monthly tokens stay until ${dayOf(tokens_until)}. Tokens that you bought, and free ones, stay in any case.`,
      next_attempt === null
        ? `It is not tried again, and ${plan} ends on that day. To go on, subscribe again.`
        : `It is tried again on ${dayOf(next_attempt)}. To be sure that it works then, choose another card.`
    ],
    facts: [],
    link:
      next_attempt === null
        ? { text: 'Subscribe again', path: '/subscribe' }
        : { text: 'Choose another card', path: '/account' }
  }
}
