/**
 * Usernames share one namespace with persons, with the slugs of items and with the first segment of every page's path
 * (D-27, D-36, D-41).
 */
import * as z from 'zod/mini'
import { title } from '../lib/fields.ts'

const PATTERN = /^[A-Za-z0-9_-]+$/

/** First path segments in use or kept aside; a person of that name could not be reached (D-27). */
export const RESERVED: ReadonlySet<string> = new Set([
  ...['about', 'account', 'activities', 'activity-lists', 'admin', 'api', 'assets', 'calendar', 'calendar-feed'],
  ...['challenge-events', 'challenge-logs', 'challenges', 'docs', 'email', 'events', 'export', 'exports'],
  ...['favorites', 'forgot-password', 'gallery', 'get-user', 'goals', 'group', 'groups', 'healthz', 'home', 'hut'],
  ...['huts', 'import', 'imports', 'inbox', 'items', 'login', 'logout', 'logs', 'me', 'messages'],
  ...['metrics', 'my', 'notes', 'notifications', 'paraphrases', 'passkeys', 'password', 'posts', 'pricing'],
  ...['privacy-policy', 'readyz', 'register', 'reminders', 'reset-password', 'sanctum', 'sandbox', 'search'],
  ...['sessions', 'settings', 'shell', 'snippets', 'socket', 'sources', 'static', 'subscribe', 'subscriptions'],
  ...['terms-of-service', 'tokens', 'tour', 'upload', 'uploads', 'users', 'webhooks']
])

export const USERNAME_TEXT = 'Your username can only contain letters, numbers, underscores, and dashes.'
export const USERNAME_TAKEN = 'The username has already been taken.'

/** As a form sends it (ACC-29). */
export const username = title(50).check(z.refine(isUsername, USERNAME_TEXT))

/** ASCII letters, digits, `_` and `-` only, and at least one of them (ACC-29). */
export function isUsername(value: string): boolean {
  return PATTERN.test(value)
}

/** A username to begin with, from the name in an email; empty where that has none that is free to be used (ACC-29). */
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
 * Whether a page or call has this name as its first path segment (D-27), in any case, or it says that somebody is
 * deleted. Such a name is refused as if taken.
 */
export function isReserved(username: string): boolean {
  return RESERVED.has(username.toLowerCase()) || isNameless(username)
}

const NAMELESS = 'deleted-'

/** What stands where the name of a user was who is deleted (D-131). */
export function namelessUsername(id: number): string {
  return `${NAMELESS}${id}`
}

/** Whether it is no name, but says that its user is deleted; they have no page. */
export function isNameless(username: string): boolean {
  return username.toLowerCase().startsWith(NAMELESS)
}
