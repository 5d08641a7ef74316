import { mailName, type ReminderKind } from '../reminders/kinds.ts'
import type { MailWords } from './words.ts'

/** A reminder by mail, for people who have switched mails on for its kind. */
export interface ReminderMail {
  kind: 'reminder'
  reminder: ReminderKind
  /** The line of the reminder (`wordsOfReminder`). */
  text: string
  path: string
  /** The start of a session or the end of an offer in the recipient's zone, such as "18:30 (Europe/Berlin)"; else null. */
  at: string | null
  /** Path of the page that stops these mails. */
  unsubscribe: string
}

/** Returns the mail for a reminder. */
export function reminderMail({ reminder, text, path, at, unsubscribe }: ReminderMail): MailWords {
  return {
    subject: text,
    heading: text,
    paragraphs: [paragraphOf(reminder)],
    facts: at === null ? [] : [[reminder === 'place_offered' ? 'Yours until' : 'Start', at]],
    link: { text: LINKS[reminder] ?? 'View it', path },
    unsubscribe
  }
}

const LINKS: Partial<Record<ReminderKind, string>> = {
  session_soon: 'Open the session',
  your_turn: 'Open the session',
  place_offered: 'Take the place',
  place_free: 'Open the session'
}

/** Mails about places are on by default, so nobody asked for them. */
function paragraphOf(kind: ReminderKind): string {
  if (kind === 'place_offered')
    return 'You are on the waitlist, and it’s your turn. If you don’t take the place in time, it goes to the next person.'
  if (kind === 'place_free')
    return 'The session starts soon. Everyone on the waitlist gets this message, and the first press gets the place.'
  return `You asked for an email when this happens: ${mailName(kind)}.`
}
