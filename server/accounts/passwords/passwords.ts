/**
 * New passwords: by a link in a mail when the old one was forgotten (PWD-03..PWD-13, D-30), or by entering the old one.
 */
import type { FastifyRequest } from 'fastify'
import { WRONG_PASSWORD } from '../../../domain/accounts/fields.ts'
import {
  type changePassword as changePasswordCall,
  LINK_ENDED,
  type resetPassword as resetPasswordCall
} from '../../../domain/accounts/passwords/api.ts'
import { passwordsOff } from '../../../domain/accounts/single-sign-on/single-sign-on.ts'
import type { ReceivedBy } from '../../../domain/lib/endpoint.ts'
import { invalid, REQUIRED, refuse } from '../../../domain/lib/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import type { Resources } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { endLinks, findLink } from '../../mail/link-rows.ts'
import { queueMail } from '../../mail/mail-rows.ts'
import { noteEmailConfirmed } from '../emails/new-email.ts'
import { tellEnded } from '../logins.ts'
import { hashPassword, matchesPassword } from '../passwords.ts'
import { needProof } from '../proof.ts'
import { endSecrets } from '../secrets.ts'
import { hasPassword, needsPasskey } from '../ways-in.ts'
import { needGoodPassword } from './good-password.ts'
import { getAccount, storePassword } from './queries.ts'

/**
 * Sends a link, if the address has an account. The account is looked up when the mail is sent, so that this call does
 * the same work and takes the same time for every address.
 */
export function sendResetLink(resources: Resources, email: string): Promise<void> {
  return queueMail(resources.db, resources, { email, userId: null }, { kind: 'password reset', email })
}

/**
 * Sets the password of the link's person, ends all their logins and notifies them by mail.
 * @throws Refused 422 for a link that is invalid or belongs to another address; for a password that is easy to guess
 */
export async function resetPassword(
  resources: Resources,
  { email, password, token }: ReceivedBy<typeof resetPasswordCall>['body']
): Promise<void> {
  const { db, bus } = resources
  const link = await findLink(resources, 'password reset', token)
  const account = link && (await getAccount(db, link.userId))
  // The address may belong to another account if it changed meanwhile.
  const isTheirs = [account?.email, link?.mail.email].every(one => one?.toLowerCase() === email.toLowerCase())
  if (!account || !isTheirs) return refuse(invalid('token', LINK_ENDED))
  needGoodPassword(resources, password, account)
  const hash = await hashPassword(db, password)
  const ended = await db.transaction(async tx => {
    if (!(await endLinks(tx, account.id, 'password reset', token))) refuse(invalid('token', LINK_ENDED))
    // The link proves that the address is theirs (D-145).
    await noteEmailConfirmed(tx, account.id)
    return replacePassword(tx, resources, account.id, hash)
  })
  tellEnded(bus, ended)
}

/**
 * Changes the password of a signed-in person. Keeps their login, and their browser stays known.
 * @throws Refused 422 for a wrong old password, and for a new one that is easy to guess
 */
export async function changePassword(
  resources: Resources,
  request: FastifyRequest,
  { id, login }: SignedIn,
  { current_password, password }: ReceivedBy<typeof changePasswordCall>['body']
): Promise<void> {
  const { db, bus } = resources
  await needPassword(resources, id, current_password, 'current_password')
  needGoodPassword(resources, password, await getAccount(db, id))
  const hash = await hashPassword(db, password)
  const ended = await db.transaction(async tx => {
    await storePassword(tx, id, hash)
    await tellByMail(tx, resources, id, 'person')
    return endSecrets(tx, id, { login, request, passkeys: true })
  })
  tellEnded(bus, ended)
}

/**
 * Stores a password that was chosen by a link, and ends every access of people who may know the old one. An admin who
 * must sign in with a passkey keeps it: whoever reads their mail must not get in.
 * @returns the ended logins, for `tellEnded` after the commit
 */
export async function replacePassword(
  tx: Transaction,
  resources: Resources,
  userId: number,
  hash: string
): Promise<Buffer[]> {
  const ended = await shutOut(tx, userId, hash, await needsPasskey(tx, resources, userId))
  await tellByMail(tx, resources, userId, 'link')
  return ended
}

/**
 * Gives an account another password, and ends every other access to it.
 * @param passkeys whether they stay
 * @returns the ended logins
 */
export async function shutOut(tx: Transaction, userId: number, hash: string, passkeys: boolean): Promise<Buffer[]> {
  await storePassword(tx, userId, hash)
  return endSecrets(tx, userId, { passkeys })
}

function tellByMail(tx: Transaction, resources: Resources, userId: number, by: 'link' | 'person'): Promise<void> {
  const at = dateAt(resources.clock).toISOString()
  return queueMail(tx, resources, userId, { kind: 'password changed', at, by })
}

/** @throws Refused 403 in a hut without passwords */
export function needPasswords({ config }: Pick<Resources, 'config'>): void {
  if (config.oidc?.only) refuse({ kind: 'forbidden', message: passwordsOff(config.oidc.name) })
}

/**
 * Checks that a person acts for themselves: by their password, or by a recent proof if they have none.
 * @throws Refused 403 without a recent proof; 422 for a wrong password
 */
export async function needOwner(resources: Resources, viewer: SignedIn, password: string): Promise<void> {
  const account = await getAccount(resources.db, viewer.id)
  if (!hasPassword(resources.config, account)) return needProof(resources, viewer)
  if (password === '') refuse(invalid('password', REQUIRED))
  await needPassword(resources, viewer.id, password)
}

/**
 * Checks a person's password.
 * @param field of the password in the call
 * @throws Refused 422 for a wrong password
 */
export async function needPassword(
  { db }: Pick<Resources, 'db'>,
  userId: number,
  password: string,
  field = 'password'
): Promise<void> {
  const { password_hash } = await getAccount(db, userId)
  if (!(await matchesPassword(db, password_hash, password))) refuse(invalid(field, WRONG_PASSWORD))
}
