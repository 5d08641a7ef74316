/**
 * Usernames share one namespace with persons, with the slugs of items and with the first segment of every page's path
 * (D-27, D-36, D-41).
 */
import * as z from 'zod/mini'
import { title } from '../lib/fields.ts'

const PATTERN = /^[A-Za-z0-9_-]+$/

/** First path segments in use or kept aside; a person of that name could not be reached (D-27). */
export const SEGMENTS: ReadonlySet<string> = new Set([
  ...['about', 'account', 'activities', 'activity-lists', 'admin', 'api', 'assets', 'calendar', 'calendar-feed'],
  ...['challenge-events', 'challenge-logs', 'challenges', 'docs', 'email', 'embed', 'events', 'export', 'exports'],
  ...['favorites', 'forgot-password', 'gallery', 'get-user', 'goals', 'group', 'groups', 'healthz', 'home', 'hut'],
  ...['huts', 'import', 'imports', 'inbox', 'invite', 'items', 'login', 'logout', 'logs', 'mcp', 'me', 'messages'],
  ...[
    'metrics',
    'my',
    'notes',
    'notifications',
    'oauth',
    'paraphrases',
    'passkeys',
    'password',
    'posts',
    'press',
    'pricing'
  ],
  ...['privacy-policy', 'readyz', 'register', 'reminders', 'reset-password', 'sanctum', 'sandbox', 'search'],
  ...[
    'series',
    'sessions',
    'settings',
    'shell',
    'snippets',
    'socket',
    'sources',
    'static',
    'subscribe',
    'subscriptions'
  ],
  ...['terms-of-service', 'tokens', 'tour', 'upload', 'uploads', 'users', 'webhooks']
])

/** Names that look as if the site itself spoke, and words that programs read as nothing; without `-` and `_`. */
const OFFICIAL: ReadonlySet<string> = new Set([
  ...['abuse', 'administrator', 'admins', 'anonymous', 'billing', 'bot', 'challengehut', 'contact', 'guest', 'help'],
  ...['helpdesk', 'host', 'info', 'legal', 'mod', 'moderation', 'moderator', 'moderators', 'mods', 'nan', 'noreply'],
  ...['null', 'official', 'operator', 'owner', 'payments', 'postmaster', 'privacy', 'root', 'security', 'staff'],
  ...['superuser', 'support', 'sysadmin', 'system', 'team', 'terms', 'undefined', 'verified', 'webmaster']
])

/** The person of the site's admin (server/accounts/admin.ts). */
const GUIDE = 'hut-guide'

/** What every object of JavaScript inherits, such as `constructor` and `__proto__`. */
const INHERITED: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype).map(name => name.toLowerCase())
)

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
 * Whether nobody can take this name any more, in any case: it is refused as if taken. An account that has it from before
 * keeps it (D-27).
 */
export function isReserved(username: string): boolean {
  const name = username.toLowerCase()
  const letters = lettersOf(name)
  if (isSegment(name) || INHERITED.has(name) || OFFICIAL.has(letters)) return true
  return letters === '' || letters.startsWith(lettersOf(GUIDE)) || isNameless(name)
}

const lettersOf = (name: string): string => name.replace(/[-_]/g, '')

/** Whether a page or call has this name as its first path segment, in any case: a person of that name is below /users. */
export function isSegment(username: string): boolean {
  return SEGMENTS.has(username.toLowerCase())
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
