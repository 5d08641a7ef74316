/**
 * Guests (D-152): accounts without an email and a password that join sessions under a display name. On the wire their
 * username is `guest-` and five characters; pages show the display name with "guest". Registering keeps the account.
 */
import * as z from 'zod/mini'
import { title } from '../lib/fields.ts'
import { invalid, type Refusal } from '../lib/refusal.ts'
import type { HutSettings } from '../settings/settings.ts'
import { WELCOME_USES } from '../tokens/tokens.ts'
import { isOfficial } from './reserved-usernames.ts'
import { GUEST_PREFIX } from './username.ts'

/** The uses of a new guest. */
export const GUEST_USES = 100
/** The uses that a guest gets when they register, so that they have as many as everyone else. */
export const REGISTERED_USES = WELCOME_USES - GUEST_USES

/** The longest display name of a guest. */
export const LONGEST_GUEST_NAME = 30

const NEEDS_NAME = 'Enter a name.'
/** @internal For tests too. */
export const NAME_TAKEN = 'Someone here has this name. Choose another one.'
/** @internal For tests too. */
export const NAME_RESERVED = 'This name is reserved. Choose another one.'
/** The refusal of everything that a guest may not do. */
export const GUESTS_REGISTER = 'Register to do that. You keep what you did as a guest.'
/** The refusal of a second registration of a guest, from another tab. */
export const REGISTERED_ALREADY = 'You’ve registered in another tab already.'
/** The refusal of someone who is signed in and joins as a guest. */
export const NO_GUEST = 'You’re signed in, so join with your account.'

/** Characters that show nothing or turn the direction of the text around them. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\u2800\u3164\uFFA0]/u

/** The display name of a guest: trimmed, single spaces, at least one letter or digit. */
export const guestName = title(LONGEST_GUEST_NAME, NEEDS_NAME).check(
  z.overwrite(name => name.normalize('NFKC').replace(/\s+/gu, ' ')),
  z.refine(name => lettersOf(name) !== '', NEEDS_NAME),
  z.refine(name => !INVISIBLE.test(name), 'Use letters, digits, spaces and signs only.'),
  z.refine(name => !isOfficial(lettersOf(name)), NAME_RESERVED)
)

const LENGTH = 5
/** Without characters that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

/** Returns a username for a guest. @param bytes at least five random ones */
export function guestUsername(bytes: Uint8Array): string {
  return GUEST_PREFIX + [...bytes.subarray(0, LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length]).join('')
}

/** Whether a hut has guests at all (D-146). A hut for members only has none. */
export function hutHasGuests({ guests, registration, members_only }: GuestRules): boolean {
  if (guests === 'never' || members_only === 1) return false
  return guests === 'always' || registration === 'open'
}

export type GuestRules = Pick<HutSettings, 'guests' | 'registration' | 'members_only'>

/**
 * Refuses a display name that someone in the session has, as a username or as a guest (D-152). Names that differ only in
 * case, accents, spaces or signs count as the same.
 * @param names of everyone in the session and of those who host it
 */
export function guestNameCheck(name: string, names: readonly string[]): Refusal | null {
  const wanted = lettersOf(name)
  return names.some(one => lettersOf(one) === wanted) ? invalid('name', NAME_TAKEN) : null
}

/** The letters and digits of a name, without case and accents. */
function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
