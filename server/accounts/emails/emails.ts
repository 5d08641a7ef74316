/** Changes an account's email after confirmation, and restores an old one (domain/accounts/emails/api.ts). */
import { EMAIL_TAKEN } from '../../../domain/accounts/api.ts'
import { CONFIRM_ENDED, UNDO_ENDED, type undoEmailChange as undoCall } from '../../../domain/accounts/emails/api.ts'
import type { ReceivedBy } from '../../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../../domain/lib/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import type { Resources } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { isUniqueViolation } from '../../lib/database-errors.ts'
import { endLinks, findLink, isFormerEmail } from '../../mail/link-rows.ts'
import { queueMail } from '../../mail/mail-rows.ts'
import { tellEnded } from '../logins.ts'
import { needGoodPassword } from '../passwords/good-password.ts'
import { replacePassword } from '../passwords/passwords.ts'
import { hashPassword } from '../passwords.ts'
import { lockEmails, storeConfirmed, storeEmail } from './queries.ts'

/**
 * Confirms the address that the link was sent to: the email of a new account, or a new email, which then replaces the
 * old one. Notifies the old address, with a link that restores it.
 * @throws Refused 422 for an invalid link, and for an address that another account has now
 */
export async function confirmEmail(resources: Resources, token: string): Promise<{ email: string; is_changed: 0 | 1 }> {
  const welcome = await findLink(resources, 'welcome', token)
  if (welcome) return { email: await confirmFirst(resources, welcome, token), is_changed: 0 }
  const link = await findLink(resources, 'email change', token)
  if (!link) return refuse(invalid('token', CONFIRM_ENDED))
  const { userId, mail } = link
  await takeEmail(resources, userId, mail.email, async tx => {
    const { email, new_email, username, is_unconfirmed } = await lockEmails(tx, userId)
    const isTheirs = new_email?.toLowerCase() === mail.email.toLowerCase()
    if (!isTheirs || !(await endLinks(tx, userId, 'email change', token))) refuse(invalid('token', CONFIRM_ENDED))
    // A pending password link there was requested by the reader of the old address.
    await endLinks(tx, userId, 'password reset')
    await endLinks(tx, userId, 'welcome')
    // An old address that nobody confirmed may belong to a stranger, who must not get a way into the account.
    if (is_unconfirmed) return
    const at = dateAt(resources.clock).toISOString()
    await queueMail(tx, resources, { email, userId }, { kind: 'email changed', email, username, at })
  })
  return { email: mail.email, is_changed: 1 }
}

/** Confirms the email of a new account (D-145). */
async function confirmFirst(
  { db }: Resources,
  { userId, mail }: { userId: number; mail: { email: string } },
  token: string
): Promise<string> {
  return db.transaction(async tx => {
    const { email } = await lockEmails(tx, userId)
    const isTheirs = email.toLowerCase() === mail.email.toLowerCase()
    if (!(await endLinks(tx, userId, 'welcome', token)) || !isTheirs) refuse(invalid('token', CONFIRM_ENDED))
    await storeConfirmed(tx, userId)
    return email
  })
}

/**
 * Restores the email that the link was sent to, sets a new password and ends all logins. Links of later changes stop
 * working, but those of earlier changes still work: the first owner of the account wins.
 * @returns the restored email
 * @throws Refused 422 for an invalid link, and for a password that is easy to guess
 */
export async function undoEmailChange(
  resources: Resources,
  { token, password }: ReceivedBy<typeof undoCall>['body']
): Promise<string> {
  const { db, bus } = resources
  const link = await findLink(resources, 'email changed', token)
  if (!link) return refuse(invalid('token', UNDO_ENDED))
  const { userId, mailId, mail } = link
  needGoodPassword(resources, password, mail)
  const hash = await hashPassword(db, password)
  let ended: Buffer[] = []
  await takeEmail(resources, userId, mail.email, async tx => {
    await lockEmails(tx, userId)
    if (!(await endLinks(tx, userId, 'email changed', token, mailId))) refuse(invalid('token', UNDO_ENDED))
    ended = await replacePassword(tx, resources, userId, hash)
  })
  tellEnded(bus, ended)
  return mail.email
}

/**
 * Makes a new email the account's without its link, for an admin.
 * @throws Refused 409 when another account has it
 */
export async function replaceEmail(
  tx: Transaction,
  resources: Resources,
  userId: number,
  email: string
): Promise<void> {
  await endLinks(tx, userId, 'email change')
  if (await isFormerEmail(tx, resources, email, userId)) refuse({ kind: 'conflict', message: EMAIL_TAKEN })
  try {
    await storeEmail(tx, userId, email)
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) refuse({ kind: 'conflict', message: EMAIL_TAKEN })
    throw error
  }
}

/** @param before refuses, or does the related changes */
async function takeEmail(
  resources: Resources,
  userId: number,
  email: string,
  before: (tx: Transaction) => Promise<void>
): Promise<void> {
  try {
    await resources.db.transaction(async tx => {
      await before(tx)
      await storeEmail(tx, userId, email)
      if (await isFormerEmail(tx, resources, email, userId)) refuse(invalid('token', EMAIL_TAKEN))
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) refuse(invalid('token', EMAIL_TAKEN))
    throw error
  }
}
