import { momentText } from '../lib/day-text.ts'
import type { MailWords } from './words.ts'

/** Someone who knows the password has added a passkey. */
export interface PasskeyAdded {
  kind: 'passkey added'
  /** The name of the passkey, which is that of its device. */
  name: string
  at: string
}

/** Returns the mail that warns of a new passkey. */
export function passkeyAdded({ name, at }: PasskeyAdded, zone: string): MailWords {
  return {
    subject: 'A passkey was added',
    heading: 'A passkey was added',
    paragraphs: [
      `${name} can now sign in to your account without the password. It was added on ${momentText(at, zone)}.`,
      'If that wasn’t you, reset your password now. That removes all passkeys and signs everyone out.'
    ],
    facts: [],
    link: { text: 'Reset the password', path: '/forgot-password' }
  }
}
