import { momentText } from '../lib/day-text.ts'
import type { MailWords } from './words.ts'

/** The account has a new address; this mail goes to the old one. */
export interface EmailChanged {
  kind: 'email changed'
  /** The old address. */
  email: string
  username: string
  at: string
}

/**
 * Returns the mail to the old address, with a link that undoes the change.
 * @param token the token of the link, which is stored nowhere
 */
export function emailChanged({ email, username, at }: EmailChanged, zone: string, token: string): MailWords {
  return {
    subject: 'Your email was changed',
    heading: 'Your email was changed',
    paragraphs: [
      `Your account ${username} got a new email address on ${momentText(at, zone)}. We no longer send its emails to ${email}.`,
      'If that wasn’t you, undo it: your account goes back to this address, we sign everyone out, and you choose a new password. The link works for a week.'
    ],
    facts: [],
    link: { text: 'Undo the change', path: `/email/undo?${new URLSearchParams({ token })}` }
  }
}
