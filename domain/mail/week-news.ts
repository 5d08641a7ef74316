import { plural } from '../lib/duration.ts'
import type { MailWords } from './words.ts'

/** The weekly mail about groups and what the recipient follows (D-162). */
export interface WeekNews {
  kind: 'week news'
  /** The lines of the reminders (`wordsOfReminder`), the newest first. */
  lines: { text: string; path: string }[]
  /** There are more than the mail has. */
  has_more: boolean
  /** Path of the page that stops these mails. */
  unsubscribe: string
}

/** Returns the weekly mail. */
export function weekNews({ lines, has_more, unsubscribe }: WeekNews): MailWords {
  const [first] = lines
  const heading = lines.length === 1 && first ? first.text : `Your week: ${plural(lines.length, 'update')}`
  return {
    subject: heading,
    heading,
    paragraphs: ['This is what’s new in your groups, and with the people, activities and texts you follow.'],
    list: lines,
    facts: [],
    link: { text: has_more ? 'See everything in your inbox' : 'Open your inbox', path: '/my/inbox' },
    unsubscribe
  }
}
