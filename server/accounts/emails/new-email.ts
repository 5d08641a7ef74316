/** A new email that waits to be confirmed (domain/accounts/emails/api.ts). */
import type { Transaction } from '../../db/database.ts'
import type { Resources } from '../../dependencies.ts'
import { endLinks } from '../../mail/link-rows.ts'
import { queueMail } from '../../mail/mail-rows.ts'
import { lockEmails, storeConfirmed, storeNewEmail } from './queries.ts'

/** Sends a link to this address. Pending links to another address stop working. */
export async function askForNewEmail(
  tx: Transaction,
  resources: Resources,
  userId: number,
  email: string
): Promise<void> {
  const { new_email } = await lockEmails(tx, userId)
  if (new_email?.toLowerCase() !== email.toLowerCase()) await endLinks(tx, userId, 'email change')
  await storeNewEmail(tx, userId, email)
  await sendLink(tx, resources, userId)
}

/** Sends the link to the pending email again, or that of a new account; does nothing when no email is to be confirmed. */
export function resendLink(resources: Resources, userId: number): Promise<void> {
  return resources.db.transaction(tx => sendLink(tx, resources, userId))
}

/** Cancels the pending email, whose links stop working. */
export async function cancelNewEmail(tx: Transaction, userId: number): Promise<void> {
  await storeNewEmail(tx, userId, null)
  await endLinks(tx, userId, 'email change')
}

/** Stores that a new account's email is confirmed (D-145). The links of its mails stop working. */
export async function noteEmailConfirmed(tx: Transaction, userId: number): Promise<void> {
  await storeConfirmed(tx, userId)
  await endLinks(tx, userId, 'welcome')
}

async function sendLink(tx: Transaction, resources: Resources, userId: number): Promise<void> {
  const { new_email, email, username, is_unconfirmed } = await lockEmails(tx, userId)
  if (new_email !== null) {
    const mail = { kind: 'email change', email: new_email, username } as const
    await queueMail(tx, resources, { email: new_email, userId }, mail)
  } else if (is_unconfirmed) {
    await queueMail(tx, resources, { email, userId }, { kind: 'welcome', email, username })
  }
}
