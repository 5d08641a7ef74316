import type { MailWords } from './words.ts'

/** A webhook failed for a day, so it was switched off. */
export interface WebhookOff {
  kind: 'webhook off'
  /** The host of its address. The rest may have a secret. */
  host: string
  /** The status of the last response, or why there was none. */
  answer: string
}

/** Returns the mail that tells the owner of a webhook that it is off. */
export function webhookOff({ host, answer }: WebhookOff): MailWords {
  return {
    subject: 'A webhook was switched off',
    heading: 'A webhook was switched off',
    paragraphs: [
      `Your webhook to ${host} has failed for a day, so we send it nothing more. Its last response was: ${answer}.`,
      'When it works again, you can switch it on.'
    ],
    facts: [],
    link: { text: 'Your webhooks', path: '/account/programs' }
  }
}
