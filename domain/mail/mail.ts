/**
 * The mails that the product sends. What is stored is what one of them is about (`Mail`); its words are made when it is
 * sent. Nobody's language is known here, so the words are English, and dates are days of UTC. Amounts are whole numbers
 * of the currency's smallest unit; dates are ISO 8601.
 */
import { type AccountDeleted, type AccountDeletion, accountDeleted, accountDeletion } from './account-deletion.ts'
import { type EmailChange, emailChange } from './email-change.ts'
import { type EmailChanged, emailChanged } from './email-changed.ts'
import { type PasskeyAdded, passkeyAdded } from './passkey-added.ts'
import { type PasswordChanged, passwordChanged } from './password-changed.ts'
import { type PasswordReset, passwordReset } from './password-reset.ts'
import { type PurchaseReceipt, purchaseReceipt } from './purchase-receipt.ts'
import { type ReminderMail, reminderMail } from './reminder.ts'
import { type RenewalFailed, renewalFailed } from './renewal-failed.ts'
import { type SubscriptionCancelled, subscriptionCancelled } from './subscription-cancelled.ts'
import { type SubscriptionEnded, subscriptionEnded } from './subscription-ended.ts'
import { type SubscriptionReceipt, subscriptionReceipt } from './subscription-receipt.ts'
import type { MailWords } from './words.ts'

export type Mail =
  | PurchaseReceipt
  | SubscriptionReceipt
  | RenewalFailed
  | SubscriptionCancelled
  | SubscriptionEnded
  | PasswordReset
  | PasswordChanged
  | EmailChange
  | EmailChanged
  | PasskeyAdded
  | AccountDeletion
  | AccountDeleted
  | ReminderMail

/**
 * What a mail says.
 * @param token of the link of a mail that has one (`hasLink` in domain/accounts/mail-link.ts)
 */
export function wordsOf(mail: Mail, token = ''): MailWords {
  switch (mail.kind) {
    case 'purchase receipt':
      return purchaseReceipt(mail)
    case 'subscription receipt':
      return subscriptionReceipt(mail)
    case 'renewal failed':
      return renewalFailed(mail)
    case 'subscription cancelled':
      return subscriptionCancelled(mail)
    case 'subscription ended':
      return subscriptionEnded(mail)
    case 'password reset':
      return passwordReset(mail, token)
    case 'password changed':
      return passwordChanged(mail)
    case 'email change':
      return emailChange(mail, token)
    case 'email changed':
      return emailChanged(mail, token)
    case 'passkey added':
      return passkeyAdded(mail)
    case 'account deletion':
      return accountDeletion(mail)
    case 'account deleted':
      return accountDeleted(mail)
    case 'reminder':
      return reminderMail(mail)
  }
}
