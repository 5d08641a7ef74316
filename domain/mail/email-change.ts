import type { MailWords } from './words.ts'

/** A signed-in person wants to use this address for their account. */
export interface EmailChange {
  kind: 'email change'
  email: string
  username: string
}

/**
 * Returns the mail to the new address, with a link that confirms it.
 * @param token the token of the link, which is stored nowhere
 */
export function emailChange({ email, username }: EmailChange, token: string): MailWords {
  return {
    subject: 'Confirm your new email',
    heading: 'Confirm your new email',
    paragraphs: [
      `Confirm ${email} as the new email of your account ${username}. The link works once, for a day.`,
      'If you don’t know this account, you can ignore this email. Nothing changes unless you use the link.'
    ],
    facts: [],
    link: { text: 'Confirm the email', path: `/email/confirm?${new URLSearchParams({ token })}` }
  }
}
