/** Takes a new email into use, and takes that back (domain/accounts/emails/api.ts). */
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
import { needGoodPassword, replacePassword } from '../passwords/passwords.ts'
import { hashPassword } from '../passwords.ts'
import { lockEmails, storeEmail } from './queries.ts'

/**
 * Takes the email into use that the link was sent to, and tells the one before, with a link that takes it back.
 * @returns the email
 * @throws Refused 422 for a link that does not work, and for an address that somebody else has by now
 */
export async function confirmEmail(resources: Resources, token: string): Promise<string> {
  const link = await findLink(resources, 'email change', token)
  if (!link) return refuse(invalid('token', CONFIRM_ENDED))
  const { userId, mail } = link
  await takeEmail(resources, userId, mail.email, async tx => {
    const { email, new_email, username } = await lockEmails(tx, userId)
    const isTheirs = new_email?.toLowerCase() === mail.email.toLowerCase()
    if (!isTheirs || !(await endLinks(tx, userId, 'email change', token))) refuse(invalid('token', CONFIRM_ENDED))
    // A link that waits there for a new password was asked for by who reads that mail.
    await endLinks(tx, userId, 'password reset')
    const at = dateAt(resources.clock).toISOString()
    await queueMail(tx, resources, { email, userId }, { kind: 'email changed', email, username, at })
  })
  return mail.email
}

/**
 * Gives the account the email that the link was sent to, and a new password, and ends all its logins. The links of later
 * changes stop to work, those of earlier ones do not: who had the account first gets it.
 * @returns the email
 * @throws Refused 422 for a link that does not work, and for a password that is guessed first
 */
export async function undoEmailChange(
  resources: Resources,
  { token, password }: ReceivedBy<typeof undoCall>['body']
): Promise<string> {
  const { db, bus } = resources
  const link = await findLink(resources, 'email changed', token)
  if (!link) return refuse(invalid('token', UNDO_ENDED))
  const { userId, mailId, mail } = link
  needGoodPassword(password, mail)
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

/** @param before refuses, or does what goes with it */
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
