import type { MailWords } from './words.ts'

/** Someone requested a new password for the account with this address (PWD-03). */
export interface PasswordReset {
  kind: 'password reset'
  email: string
}

/** Where a person with this token chooses a new password (PWD-07). */
export function resetPath(email: string, token: string): string {
  return `/reset-password?${new URLSearchParams({ token, email })}`
}

/**
 * Returns the mail with a link that resets the password.
 * @param token the token of the link, which is stored nowhere
 */
export function passwordReset({ email }: PasswordReset, token: string): MailWords {
  return {
    subject: 'Reset your password',
    heading: 'Reset your password',
    paragraphs: [
      'Someone, probably you, asked for a new password for your account. Use the link to choose one. It works once, for an hour.',
      'If that wasn’t you, there’s nothing to do. Your password stays the same.'
    ],
    facts: [],
    link: { text: 'Choose a new password', path: resetPath(email, token) }
  }
}
