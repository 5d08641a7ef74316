/** A message, and the interface that sends it. */
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
  /** Where a mail program stops such mails with one request (RFC 8058). */
  unsubscribe?: string
}

/**
 * The result of sending: the server has the message, refuses it for good (`refused`) or for now (`put off`), or nothing
 * can be sent (`outage`). The reason has neither addresses nor contents.
 */
export type Outcome = { type: 'sent' } | { type: 'refused' | 'put off' | 'outage'; reason: string }

export interface Mailer {
  /** An aborted sending is an outage. */
  send: (message: Message, signal: AbortSignal) => Promise<Outcome>
  /** Deletes stored messages from before then. */
  forget: (before: Date) => Promise<void>
}

/** A message in nodemailer's format. Nothing in it is loaded from a file or an address. */
export function toNodemailer({ id, date, from, to, subject, text, html, unsubscribe }: Message) {
  return {
    messageId: `<${id}>`,
    date,
    from,
    // Passed as an object, since a text could be read as several addresses.
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
