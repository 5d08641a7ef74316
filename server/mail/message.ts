/** A message, and what sends it. */
import type { Sender } from '../lib/config.ts'

export interface Message {
  /** Without the angle brackets. */
  id: string
  date: Date
  from: Sender
  to: string
  subject: string
  text: string
  html: string
  /** Where one press of a mail program stops such mails (RFC 8058). */
  unsubscribe?: string
}

/**
 * What became of a message: the mail server has it; it refuses this one for good, or for now; or nothing can be sent.
 * The reason has neither addresses nor contents.
 */
export type Outcome = { type: 'sent' } | { type: 'refused' | 'put off' | 'outage'; reason: string }

export interface Mailer {
  /** An aborted sending is an outage. */
  send: (message: Message, signal: AbortSignal) => Promise<Outcome>
  /** Deletes what it has kept of messages before this. */
  forget: (before: Date) => Promise<void>
}

/** A message as nodemailer takes it. Nothing in it is read from a file or an address. */
export function toNodemailer({ id, date, from, to, subject, text, html, unsubscribe }: Message) {
  return {
    messageId: `<${id}>`,
    date,
    from,
    // Not as text, which could be read as several addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe
        ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {})
    },
    disableFileAccess: true,
    disableUrlAccess: true
  }
}
