import { dayText } from '../lib/day-text.ts'
import type { MailWords } from './words.ts'

/** A person cancelled their subscription, which stays until the end of the period (BIL-17, D-12). */
export interface SubscriptionCancelled {
  kind: 'subscription cancelled'
  /** Title of the plan. */
  plan: string
  ends_at: string
}

/** Returns the mail that confirms a cancellation. */
export function subscriptionCancelled({ plan, ends_at }: SubscriptionCancelled, zone: string): MailWords {
  const end = dayText(ends_at, zone)
  return {
    subject: `Your subscription ends on ${end}`,
    heading: 'Your subscription is cancelled',
    paragraphs: [
      `You keep ${plan} until ${end}. It won’t renew, and you won’t be charged again.`,
      `Any monthly tokens left then expire. Tokens you bought and free tokens stay.`
    ],
    facts: [
      ['Plan', plan],
      ['Ends', end]
    ],
    link: { text: 'See your account', path: '/account' }
  }
}
