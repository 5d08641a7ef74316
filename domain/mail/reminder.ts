import { KIND_NAMES, type ReminderKind } from '../reminders/kinds.ts'
import type { MailWords } from './words.ts'

/** A reminder by mail, for people who have switched mails on for its kind. */
export interface ReminderMail {
  kind: 'reminder'
  reminder: ReminderKind
  /** The line of the reminder (`wordsOfReminder`). */
  text: string
  path: string
  /** The start of a session in the recipient's zone, such as "18:30 (Europe/Berlin)"; else null. */
  starts: string | null
  /** Path of the page that stops these mails. */
  unsubscribe: string
}

/** Returns the mail for a reminder. */
export function reminderMail({ reminder, text, path, starts, unsubscribe }: ReminderMail): MailWords {
  return {
    subject: text,
    heading: text,
    paragraphs: [`You asked for an email when this happens: ${KIND_NAMES[reminder].toLowerCase()}.`],
    facts: starts === null ? [] : [['Start', starts]],
    link: { text: reminder === 'session_soon' || reminder === 'your_turn' ? 'Open the session' : 'View it', path },
    unsubscribe
  }
}
