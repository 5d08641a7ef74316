/**
 * Ends every way into an account, or to its data, without the password. A new kind of secret belongs here;
 * `secrets.test.ts` finds its column in the schema.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { endLinks } from '../mail/link-rows.ts'
import { deleteAccessTokensOf } from './access-tokens/token-rows.ts'
import { deleteAppsOf } from './app-rows.ts'
import { deleteToken } from './calendar-feed-rows.ts'
import { cancelNewEmail } from './emails/new-email.ts'
import { replaceGuestKey } from './guest-rows.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { endLogins, signOut, tellEnded } from './logins.ts'
import { deleteChallengesOf, deletePasskeysOf } from './passkeys/passkey-rows.ts'
import { deletePressAddressesOf } from './press-rows.ts'
import { deleteAttemptsOf, deleteIdentitiesOf } from './single-sign-on/sign-on-rows.ts'
import { switchOffWebhooks } from './webhook-off-rows.ts'

interface Kept {
  /** The hash of the login to keep. */
  login?: Buffer
  /** A request from the browser to keep. */
  request?: FastifyRequest
  /** Whether passkeys and single sign-on stay. They stay when the owner changes the password, and end when someone else may know it. */
  passkeys: boolean
}

/**
 * Ends logins, and with them push devices, known browsers, passkeys, single sign-on, calendar addresses, access tokens,
 * connected apps, press addresses, webhooks (which are switched off), links that reset a password, an email to
 * confirm, and the key of a guest. The link that restores an
 * old email stays: it is the owner's way back.
 * @returns the ended logins, for `tellEnded` after the commit
 */
export async function endSecrets(tx: Transaction, userId: number, kept: Kept): Promise<Buffer[]> {
  await endLinks(tx, userId, 'password reset')
  await cancelNewEmail(tx, userId)
  await deleteToken(tx, userId)
  await deleteAccessTokensOf(tx, userId)
  await deleteAppsOf(tx, userId)
  await deletePressAddressesOf(tx, userId)
  await switchOffWebhooks(tx, { userId })
  await deleteChallengesOf(tx, userId)
  await deleteAttemptsOf(tx, userId)
  await replaceGuestKey(tx, userId)
  if (!kept.passkeys) {
    await deletePasskeysOf(tx, userId)
    await deleteIdentitiesOf(tx, userId)
  }
  await forgetBrowsers(tx, userId, kept.request ?? null)
  return endLogins(tx, userId, kept.login)
}

/**
 * Ends all logins and secrets of a person except passkeys and single sign-on. Keeps the browser of the request known.
 * Returns the token of single sign-on of the request's login, if it began with one.
 */
export async function signOutEverywhere(
  resources: Resources,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number
): Promise<string | null> {
  const idToken = await signOut(resources, request, reply)
  const ended = await resources.db.transaction(tx => endSecrets(tx, userId, { request, passkeys: true }))
  tellEnded(resources.bus, ended)
  return idToken
}
