/**
 * Usernames share one namespace with authors, with the slugs of published items and with the first segment of every
 * page's path (D-27, D-36, D-41).
 */
import * as z from 'zod/mini'
import { title } from '../lib/fields.ts'
import { INHERITED, isOfficial, isSegment, lettersOf } from './reserved-usernames.ts'

const PATTERN = /^[A-Za-z0-9_-]+$/

export const USERNAME_TEXT = 'Your username can only contain letters, numbers, underscores, and dashes.'
export const USERNAME_TAKEN = 'The username has already been taken.'

/** The username field of a form: trimmed, at most 50 characters (ACC-29). */
export const username = title(50).check(z.refine(isUsername, USERNAME_TEXT))

/** Whether the value has only ASCII letters, digits, `_` and `-`, and at least one of them (ACC-29). */
export function isUsername(value: string): boolean {
  return PATTERN.test(value)
}

/** Proposes a username made from the part of an email before `@`. Empty when nothing usable is left of it (ACC-29). */
export function proposedUsername(email: string): string {
  const [name = ''] = email.split('@')
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '')
  return isReserved(plain) ? '' : plain
}

/**
 * Whether nobody can register this name, in upper or lower case. The form then says that the name is taken. An account
 * that already has the name keeps it (D-27).
 */
export function isReserved(username: string): boolean {
  const name = username.toLowerCase()
  const letters = lettersOf(name)
  if (isSegment(name) || INHERITED.has(name) || isOfficial(letters) || name.startsWith(GUEST_PREFIX)) return true
  return letters === '' || isNameless(name)
}

/** The beginning of the username of a guest (domain/accounts/guest.ts). */
export const GUEST_PREFIX = 'guest-'

/** Whether the name has the form of a guest's. An account from before guests may have such a name too. */
export function mayBeGuest(username: string): boolean {
  return /^guest-[2-9a-z]{5}$/.test(username)
}

const NAMELESS = 'deleted-'

/** Returns the name that replaces the username of a deleted user (D-131). */
export function namelessUsername(id: number): string {
  return `${NAMELESS}${id}`
}

/** Whether the name is the placeholder of a deleted user, who has no page. */
export function isNameless(username: string): boolean {
  return username.toLowerCase().startsWith(NAMELESS)
}
