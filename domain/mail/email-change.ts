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
      `The account ${username} is to have the email ${email}. The link confirms it. It works for a day, and once.`,
      'If you know nothing of this account, there is nothing to do: without the link nothing changes.'
    ],
    facts: [],
    link: { text: 'Confirm the email', path: `/email/confirm?${new URLSearchParams({ token })}` }
  }
}
