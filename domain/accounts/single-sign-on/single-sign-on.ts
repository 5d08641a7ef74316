/**
 * Single sign-on by OpenID Connect. The provider says who someone is: an issuer and a subject, which never change. An
 * email may change or belong to someone else, so it identifies nobody here. Times are milliseconds since 1970.
 */
import * as z from 'zod/mini'
import { responseDate } from '../../lib/fields.ts'
import { proposedUsername } from '../username.ts'

/** How long a sign-in at the provider may take, and then its first steps here. */
export const SIGN_ON_LASTS_MS = 15 * 60_000
/** How far the clock of the provider may differ from ours. */
const TOLERANCE_MS = 30_000

/** `link` connects the signed-in account, and `proof` proves again who is signed in. */
export const PURPOSES = ['sign-in', 'link', 'proof'] as const
export type Purpose = (typeof PURPOSES)[number]

/** What the provider says about a person. */
export interface Identity {
  issuer: string
  subject: string
  /** Empty when the provider sends none. */
  email: string
  /** Whether the provider has checked that the email is theirs. */
  is_verified: boolean
  first_name: string
  last_name: string
  /** The username that the person has there; may be empty. */
  username: string
  groups: string[]
  /** When the person last proved there who they are; null when the provider doesn't say. */
  authenticated_at: number | null
}

const EMAIL = /^[^\s@]+@[^\s@]+$/
const LONGEST_EMAIL = 254
const LONGEST_NAME = 100

/** Reads the claims about a person. Ignores claims of a wrong type, because providers differ. */
export function readIdentity(claims: Readonly<Record<string, unknown>>): Identity {
  const { iss, sub, email, email_verified, given_name, family_name, preferred_username, groups, auth_time } = claims
  const address = textOf(email).trim()
  return {
    issuer: textOf(iss),
    subject: textOf(sub),
    email: EMAIL.test(address) && address.length <= LONGEST_EMAIL ? address : '',
    // Some providers send it as a text.
    is_verified: email_verified === true || email_verified === 'true',
    first_name: textOf(given_name).trim().slice(0, LONGEST_NAME),
    last_name: textOf(family_name).trim().slice(0, LONGEST_NAME),
    username: textOf(preferred_username),
    groups: Array.isArray(groups) ? groups.map(textOf) : [textOf(groups)],
    authenticated_at: typeof auth_time === 'number' ? auth_time * 1000 : null
  }
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '')

/** Whether the person authenticated after the button was pressed. @param startedAt when it was pressed */
export function isFresh({ authenticated_at }: Pick<Identity, 'authenticated_at'>, startedAt: number): boolean {
  return authenticated_at !== null && authenticated_at >= startedAt - TOLERANCE_MS
}

const MOST_PROPOSED = 50

/** Returns usernames to propose, the best first. The person may choose another one. */
export function usernamesFor({ username, email }: Pick<Identity, 'username' | 'email'>): string[] {
  const name = proposedUsername(username) || proposedUsername(email) || 'member'
  const numbers = Array.from({ length: MOST_PROPOSED }, (_, index) => index + 2)
  return [name, ...numbers.map(number => `${name.slice(0, 45)}-${number}`)]
}

/** The sign-in at the provider that is connected with an account. */
export const connection = z.object({
  /** The email at the provider when it was last used. */
  email: z.string(),
  since: responseDate
})

/** Why a sign-in at the provider failed. Each is a part of an address. */
const TEXTS = {
  cancelled: name => `You cancelled the sign-in with ${name}. Nothing changed.`,
  ended: name => `This sign-in with ${name} has ended or was used already. Please try again.`,
  unreachable: name => `${name} can’t be reached right now. Please try again in a few minutes.`,
  refused: name => `The sign-in with ${name} wasn’t accepted. Please try again, or ask an admin of this hut.`,
  'no-email': name => `${name} didn’t send an email, and an account here needs one. Ask an admin of this hut.`,
  unverified: name =>
    `An account here has your email, but ${name} hasn’t confirmed that it’s yours. Confirm it there, or sign in here another way and connect ${name} under “Sign-in and security”.`,
  former: () => 'Your email belonged to another account here until a few days ago. Ask an admin of this hut.',
  taken: name => `This sign-in with ${name} belongs to another account here.`,
  other: name => `This sign-in with ${name} isn’t connected to your account. Use the one that is.`,
  stale: name => `${name} didn’t ask you to sign in again, so this proves nothing. Please try again.`,
  passkey: () => 'Admins of this hut sign in with a passkey. Please use yours.'
} satisfies Record<string, (name: string) => string>
export type Failure = keyof typeof TEXTS

/** Returns the sentence about a failed sign-in. @param name of the provider */
export function failureText(failure: Failure, name: string): string {
  return TEXTS[failure](name)
}

const HASH = '#sign-on-'

/** Returns the end of an address that tells the page of a failure. */
export function failureHash(failure: Failure): string {
  return HASH + failure
}

/** Returns the failure in the hash of an address; null for any other hash. */
export function failureOf(hash: string): Failure | null {
  const name = hash.startsWith(HASH) ? hash.slice(HASH.length) : ''
  return Object.hasOwn(TEXTS, name) ? (name as Failure) : null
}

/** The refusal of a call that needs passwords, in a hut without. @param name of the provider */
export function passwordsOff(name: string): string {
  return `This hut has no passwords. Sign in with ${name}.`
}
