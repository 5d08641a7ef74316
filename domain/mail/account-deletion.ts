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
      `The account ${username} will be deleted on ${momentText(at, zone)}. All that is yours goes then, and what others see of you has no name any more.`,
      `To keep it, sign in before ${dayText(at, zone)} and choose “Keep my account”. If you did not ask for this, change your password too.`
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
    paragraphs: [`The account ${username} is gone, as you had asked. This is the last mail about it.`],
    facts: [],
    link: { text: 'Visit the site', path: '/' }
  }
}
