/**
 * The mails that the product sends. The server stores only the facts of a mail (`Mail`) and makes its text when it
 * sends the mail. The texts are in English, because we don't know the recipient's language. Amounts are whole numbers
 * of the currency's smallest unit; dates are ISO 8601.
 */

import { type AccountDecided, accountDecided } from './account-decided.ts'
import { type AccountDeleted, type AccountDeletion, accountDeleted, accountDeletion } from './account-deletion.ts'
import { type EmailChange, emailChange } from './email-change.ts'
import { type EmailChanged, emailChanged } from './email-changed.ts'
import { type PasskeyAdded, passkeyAdded } from './passkey-added.ts'
import { type PasswordChanged, passwordChanged } from './password-changed.ts'
import { type PasswordReset, passwordReset } from './password-reset.ts'
import { type PaymentDisputed, paymentDisputed } from './payment-disputed.ts'
import { type PurchaseReceipt, purchaseReceipt } from './purchase-receipt.ts'
import { type ReminderMail, reminderMail } from './reminder.ts'
import { type RenewalFailed, renewalFailed } from './renewal-failed.ts'
import { type SignOnConnected, signOnConnected } from './sign-on-connected.ts'
import { type SubscriptionCancelled, subscriptionCancelled } from './subscription-cancelled.ts'
import { type SubscriptionEnded, subscriptionEnded } from './subscription-ended.ts'
import { type SubscriptionReceipt, subscriptionReceipt } from './subscription-receipt.ts'
import { type TestMail, testMail } from './test-mail.ts'
import { type WebhookOff, webhookOff } from './webhook-off.ts'
import { type WeekNews, weekNews } from './week-news.ts'
import { type Welcome, welcome } from './welcome.ts'
import type { MailWords } from './words.ts'

export type Mail =
  | Welcome
  | AccountDecided
  | PurchaseReceipt
  | PaymentDisputed
  | SubscriptionReceipt
  | RenewalFailed
  | SubscriptionCancelled
  | SubscriptionEnded
  | PasswordReset
  | PasswordChanged
  | EmailChange
  | EmailChanged
  | PasskeyAdded
  | SignOnConnected
  | AccountDeletion
  | AccountDeleted
  | ReminderMail
  | WeekNews
  | TestMail
  | WebhookOff

/**
 * Returns the text of a mail.
 * @param zone the recipient's time zone, for days and times
 * @param token the token of the link, if the mail has one (`hasLink` in domain/accounts/mail-link.ts)
 */
export function wordsOf(mail: Mail, zone: string, token = ''): MailWords {
  switch (mail.kind) {
    case 'welcome':
      return welcome(mail, token)
    case 'account decided':
      return accountDecided(mail)
    case 'purchase receipt':
      return purchaseReceipt(mail, zone)
    case 'payment disputed':
      return paymentDisputed(mail)
    case 'subscription receipt':
      return subscriptionReceipt(mail, zone)
    case 'renewal failed':
      return renewalFailed(mail, zone)
    case 'subscription cancelled':
      return subscriptionCancelled(mail, zone)
    case 'subscription ended':
      return subscriptionEnded(mail, zone)
    case 'password reset':
      return passwordReset(mail, token)
    case 'password changed':
      return passwordChanged(mail, zone)
    case 'email change':
      return emailChange(mail, token)
    case 'email changed':
      return emailChanged(mail, zone, token)
    case 'webhook off':
      return webhookOff(mail)
    case 'passkey added':
      return passkeyAdded(mail, zone)
    case 'sign-on connected':
      return signOnConnected(mail, zone)
    case 'account deletion':
      return accountDeletion(mail, zone)
    case 'account deleted':
      return accountDeleted(mail)
    case 'reminder':
      return reminderMail(mail)
    case 'week news':
      return weekNews(mail)
    case 'test mail':
      return testMail()
  }
}
