import type { MailWords } from './words.ts'

/** Someone requested a new password for the account with this address (PWD-03). */
export interface PasswordReset {
  kind: 'password reset'
  email: string
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
      'Someone, probably you, asked for a new password for your account. With the link you choose one. It works for an hour, and once.',
      'If that was not you, there is nothing to do: your password stays as it is.'
    ],
    facts: [],
    link: { text: 'Choose a new password', path: `/reset-password?${new URLSearchParams({ token, email })}` }
  }
}
