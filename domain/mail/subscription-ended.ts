import { dayText } from '../lib/day-text.ts'
import type { MailWords } from './words.ts'

/** A subscription has ended. */
export interface SubscriptionEnded {
  kind: 'subscription ended'
  /** Title of the plan. */
  plan: string
  ended_at: string
  /** `deleted`: an operator deleted the customer at the payment provider. */
  reason: 'cancelled' | 'unpaid' | 'deleted'
}

/** Returns the mail about the end of a subscription. */
export function subscriptionEnded({ plan, ended_at, reason }: SubscriptionEnded, zone: string): MailWords {
  const end = dayText(ended_at, zone)
  return {
    subject: 'Your subscription has ended',
    heading: 'Your subscription has ended',
    paragraphs: [
      reason === 'deleted'
        ? `${plan} ended on ${end}, because it was deleted at the payment provider.`
        : reason === 'unpaid'
          ? `${plan} ended on ${end}, because we couldn’t charge its renewal.`
          : `${plan} ended on ${end}, as you asked.`,
      'Its monthly tokens have expired. Tokens you bought and free tokens are still yours.'
    ],
    facts: [
      ['Plan', plan],
      ['Ended', end]
    ],
    link: { text: 'Subscribe again', path: '/subscribe' }
  }
}
