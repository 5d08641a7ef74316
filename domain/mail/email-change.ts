import type { MailWords } from './words.ts'

/** Somebody who is signed in wants this address to be the one of their account. */
export interface EmailChange {
  kind: 'email change'
  email: string
  username: string
}

/** @param token of the link, which is stored nowhere */
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
