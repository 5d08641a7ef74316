import { dayOf, type MailWords } from './words.ts'

/** A subscription has ended: after it was cancelled, or because its renewal was not paid. */
export interface SubscriptionEnded {
  kind: 'subscription ended'
  /** Title of the plan. */
  plan: string
  ended_at: string
  reason: 'cancelled' | 'unpaid'
}

export function subscriptionEnded({ plan, ended_at, reason }: SubscriptionEnded): MailWords {
  const end = dayOf(ended_at)
  return {
    subject: 'Your subscription has ended',
    heading: 'Your subscription has ended',
    paragraphs: [
      reason === 'unpaid'
        ? `${plan} ended on ${end}, because its renewal could not be charged.`
        : `${plan} ended on ${end}, as you had asked.`,
      'Its monthly tokens have expired. Tokens that you bought, and free ones, are still yours.'
    ],
    facts: [
      ['Plan', plan],
      ['Ended', end]
    ],
    link: { text: 'Subscribe again', path: '/subscribe' }
  }
}
