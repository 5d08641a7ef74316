import type { MailWords } from './words.ts'

/** Someone has registered with this address. */
export interface Welcome {
  kind: 'welcome'
  email: string
  username: string
}

/**
 * Returns the mail to a new person, with a link that confirms the address (D-145).
 * @param token the token of the link, which is stored nowhere
 */
export function welcome({ email, username }: Welcome, token: string): MailWords {
  return {
    subject: 'Welcome! Confirm your email',
    heading: 'Welcome!',
    paragraphs: [
      `You’ve registered as ${username}. Confirm ${email}, and you can use everything. The link works for a week.`,
      'If you didn’t register, you can ignore this email.'
    ],
    facts: [],
    link: { text: 'Confirm the email', path: `/email/confirm?${new URLSearchParams({ token })}` }
  }
}
