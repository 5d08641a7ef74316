import { dayText, momentText } from '../lib/day-text.ts'
import type { MailWords } from './words.ts'

/** The account will be deleted at a set time. */
export interface AccountDeletion {
  kind: 'account deletion'
  username: string
  /** When it will be deleted. */
  at: string
  /** Whether an admin scheduled it. Mails that an earlier version queued don't have it. */
  is_by_admin?: boolean
}

/** Returns the mail that announces a deletion. */
export function accountDeletion({ username, at, is_by_admin = false }: AccountDeletion, zone: string): MailWords {
  return {
    subject: 'Your account will be deleted',
    heading: 'Your account will be deleted',
    paragraphs: [
      `The account ${username} will be deleted on ${momentText(at, zone)}. Everything you have there goes with it. What others still see no longer has your name.`,
      is_by_admin
        ? 'An administrator of the site decided this. If you want to keep it, ask them. Until then, you can sign in and download everything.'
        : `To keep it, sign in before ${dayText(at, zone)} and choose “Keep my account”. If you didn’t ask for this, change your password too.`
    ],
    facts: [],
    link: { text: is_by_admin ? 'Download everything' : 'Keep my account', path: '/account' }
  }
}

/** The account was deleted. */
export interface AccountDeleted {
  kind: 'account deleted'
  username: string
}

/** Returns the mail after a deletion. */
export function accountDeleted({ username }: AccountDeleted): MailWords {
  return {
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [`The account ${username} is gone. This is our last email about it.`],
    facts: [],
    link: { text: 'Visit the site', path: '/' }
  }
}
