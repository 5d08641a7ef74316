import { KIND_NAMES, type ReminderKind } from '../reminders/kinds.ts'
import type { MailWords } from './words.ts'

/** What somebody is told of by mail, because they asked for it. */
export interface ReminderMail {
  kind: 'reminder'
  reminder: ReminderKind
  /** One line (`wordsOfReminder`). */
  text: string
  path: string
  /** For a session that starts: when, in the time of its reader, such as "18:30 (Europe/Berlin)". */
  starts: string | null
  /** Path of the page that stops these mails. */
  unsubscribe: string
}

export function reminderMail({ reminder, text, path, starts, unsubscribe }: ReminderMail): MailWords {
  return {
    subject: text,
    heading: text,
    paragraphs: [`You asked to get a mail when this happens: ${KIND_NAMES[reminder].toLowerCase()}.`],
    facts: starts === null ? [] : [['Start', starts]],
    link: { text: reminder === 'session_soon' || reminder === 'your_turn' ? 'Open the session' : 'Look at it', path },
    unsubscribe
  }
}
