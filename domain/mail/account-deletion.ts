import { dayText, momentText } from '../lib/day-text.ts'
import type { MailWords } from './words.ts'

/** The account will be deleted at a set time. */
export interface AccountDeletion {
  kind: 'account deletion'
  username: string
  /** When it will be deleted. */
  at: string
}

/** Returns the mail that announces a deletion. */
export function accountDeletion({ username, at }: AccountDeletion, zone: string): MailWords {
  return {
    subject: 'Your account will be deleted',
    heading: 'Your account will be deleted',
    paragraphs: [
      `The account ${username} will be deleted on ${momentText(at, zone)}. Everything you have there goes with it. What others still see no longer has your name.`,
      `To keep it, sign in before ${dayText(at, zone)} and choose “Keep my account”. If you didn’t ask for this, change your password too.`
    ],
    facts: [],
    link: { text: 'Keep my account', path: '/account' }
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
    paragraphs: [`The account ${username} is gone, as you asked. This is our last email about it.`],
    facts: [],
    link: { text: 'Visit the site', path: '/' }
  }
}
