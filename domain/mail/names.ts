/** How an admin's list names the mails, and why they were not sent. */
import type { Mail } from './mail.ts'

export const MAIL_NAMES: Record<Mail['kind'], string> = {
  welcome: 'Welcome, with the link to confirm an email',
  'account decided': 'Decision about a new account',
  'purchase receipt': 'Receipt for tokens',
  'payment disputed': 'Disputed payment',
  'subscription receipt': 'Receipt for a subscription',
  'renewal failed': 'Failed renewal',
  'subscription cancelled': 'Cancelled subscription',
  'subscription ended': 'Ended subscription',
  'password reset': 'Link for a new password',
  'password changed': 'Changed password',
  'email change': 'Link to confirm a new email',
  'email changed': 'Changed email, with the link to undo it',
  'passkey added': 'New passkey',
  'webhook off': 'Webhook switched off',
  'sign-on connected': 'Connected single sign-on',
  'account deletion': 'Coming deletion of the account',
  'account deleted': 'Deleted account',
  reminder: 'Reminder',
  'week news': 'News of the week',
  'test mail': 'Test mail'
}

const BY_CODE: [RegExp, string][] = [
  [/^(EAUTH|ENOAUTH|EOAUTH2)\b/, 'The mail server doesn’t accept the user or the password in SMTP_URL.'],
  [/^(ECONNREFUSED|ECONNRESET|ECONNECTION|EHOSTUNREACH|ENETUNREACH)\b/, 'Nothing answers at the address in SMTP_URL.'],
  [/^(ENOTFOUND|EAI_AGAIN|EDNS)\b/, 'The name of the mail server in SMTP_URL can’t be found.'],
  [/^(ETIMEDOUT|ETIMEOUT)\b/, 'The mail server didn’t answer in time.'],
  [
    /^(ETLS|ESOCKET|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/,
    'The secure connection to the mail server failed.'
  ],
  [/^EENVELOPE API/, 'The address isn’t one that a mail server accepts.'],
  [/RCPT TO 4\d\d$/, 'The mail server doesn’t accept mails for this address at the moment.'],
  [/RCPT TO 5\d\d$/, 'The mail server doesn’t accept mails for this address.'],
  [/ 4\d\d$/, 'The mail server doesn’t accept mails at the moment.'],
  [/ 5\d\d$/, 'The mail server refused the mail.'],
  [/^(ENOSPC|EDQUOT)\b/, 'The disk is full.'],
  [/^(EACCES|EROFS|EPERM)\b/, 'The folder of mails can’t be written.']
]

/** @param reason the code of a fault, the command that failed, and the status of the mail server */
export function mailFault(reason: string): string {
  return BY_CODE.find(([code]) => code.test(reason))?.[1] ?? 'It couldn’t be sent.'
}
