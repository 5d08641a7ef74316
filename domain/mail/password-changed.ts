import { momentText } from '../lib/day-text.ts'
import type { MailWords } from './words.ts'

/** The password of an account was changed, and its logins have ended. */
export interface PasswordChanged {
  kind: 'password changed'
  at: string
  /** `link`: by a link in a mail. `person`: by a signed-in person, who stays signed in. */
  by: 'link' | 'person'
}

/** Returns the mail that warns of a changed password. */
export function passwordChanged({ at, by }: PasswordChanged, zone: string): MailWords {
  return {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      by === 'link'
        ? `It was reset on ${momentText(at, zone)}, with a link we sent to this address. We signed you out everywhere, removed your passkeys and disconnected single sign-on.`
        : `It was changed on ${momentText(at, zone)}. We signed out all other devices.`,
      'If that wasn’t you, reset your password now. That signs everyone else out.'
    ],
    facts: [],
    link: { text: 'Reset the password', path: '/forgot-password' }
  }
}
