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
      `The account ${username} got another email on ${momentText(at, zone)}. From now on its mails go there, not to ${email}.`,
      'If that was not you, take it back: the account gets this address again, everyone is signed out, and you choose a new password. The link works for a week.'
    ],
    facts: [],
    link: { text: 'Take it back', path: `/email/undo?${new URLSearchParams({ token })}` }
  }
}
