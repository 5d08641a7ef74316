import { momentText } from '../lib/day-text.ts'
import type { MailWords } from './words.ts'

/** Someone has connected a sign-in at the provider of single sign-on with the account. */
export interface SignOnConnected {
  kind: 'sign-on connected'
  /** The name of the provider. */
  name: string
  /** The email at the provider. */
  email: string
  at: string
}

/** Returns the mail that warns of a new way to sign in. */
export function signOnConnected({ name, email, at }: SignOnConnected, zone: string): MailWords {
  const who = email === '' ? name : `${email} at ${name}`
  return {
    subject: `${name} can sign in to your account`,
    heading: `${name} can sign in to your account`,
    paragraphs: [
      `${who} was connected with your account on ${momentText(at, zone)}, and can sign in to it now.`,
      'If that wasn’t you, disconnect it under “Sign-in and security”, and sign out everywhere.'
    ],
    facts: [],
    link: { text: 'Sign-in and security', path: '/account/security' }
  }
}
