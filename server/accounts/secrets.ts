/**
 * The end of what lets somebody in, or shows them something, without the password. A new kind of secret belongs here;
 * `secrets.test.ts` finds its column in the schema.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deleteToken } from '../calendar/feed-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { endLinks } from '../mail/link-rows.ts'
import { cancelNewEmail } from './emails/new-email.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { endLogins, forgetLogin, tellEnded } from './logins.ts'
import { deleteChallengesOf, deletePasskeysOf } from './passkeys/passkey-rows.ts'

interface Kept {
  /** The hash of a login that goes on. */
  login?: Buffer
  /** From a browser that stays known. */
  request?: FastifyRequest
  /** Passkeys stay with the password, and go with one that somebody else may know. */
  passkeys: boolean
}

/**
 * Ends logins and with them push devices, known browsers, passkeys, calendar addresses, links that reset a password, and
 * an email that waits. The link that takes an email back stays: it is the owner's way back.
 * @returns the logins that have ended, for `tellEnded` after the commit
 */
export async function endSecrets(tx: Transaction, userId: number, kept: Kept): Promise<Buffer[]> {
  await endLinks(tx, userId, 'password reset')
  await cancelNewEmail(tx, userId)
  await deleteToken(tx, userId)
  await deleteChallengesOf(tx, userId)
  if (!kept.passkeys) await deletePasskeysOf(tx, userId)
  await forgetBrowsers(tx, userId, kept.request ?? null)
  return endLogins(tx, userId, kept.login)
}

/** Ends all logins and secrets of a person but their passkeys. The browser of the request stays known. */
export async function signOutEverywhere(
  resources: Resources,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number
): Promise<void> {
  const ended = await resources.db.transaction(tx => endSecrets(tx, userId, { request, passkeys: true }))
  tellEnded(resources.bus, ended)
  forgetLogin(resources, reply)
}
