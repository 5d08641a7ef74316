/**
 * Usernames share one namespace with authors, with the slugs of published items and with the first segment of every
 * page's path (D-27, D-36, D-41).
 */
import * as z from 'zod/mini'
import { title } from '../lib/fields.ts'

const PATTERN = /^[A-Za-z0-9_-]+$/

/**
 * First path segments that are in use or reserved. The page of a person with such a name could not be reached (D-27).
 */
export const SEGMENTS: ReadonlySet<string> = new Set([
  ...['about', 'account', 'activities', 'activity-lists', 'admin', 'api', 'assets', 'calendar', 'calendar-feed'],
  ...['challenge-events', 'challenge-logs', 'challenges', 'docs', 'email', 'embed', 'events', 'export', 'exports'],
  ...['favorites', 'forgot-password', 'gallery', 'get-user', 'goals', 'group', 'groups', 'healthz', 'home', 'hut'],
  ...[
    'huts',
    'import',
    'imports',
    'imprint',
    'inbox',
    'invite',
    'items',
    'login',
    'logout',
    'logs',
    'mcp',
    'me',
    'messages'
  ],
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
    'pricing',
    'moves',
    'group-programmes',
    'programme-follows',
    'programmes'
  ],
  ...['privacy-policy', 'readyz', 'register', 'reminders', 'reports', 'reset-password', 'sanctum', 'sandbox', 'search'],
  ...[
    'schemas',
    'series',
    'sessions',
    'settings',
    'shell',
    'sign-on',
    'snippets',
    'socket',
    'sources',
    'static',
    'subscribe',
    'subscriptions',
    'takedowns'
  ],
  ...['terms-of-service', 'tokens', 'tour', 'upload', 'uploads', 'users', 'webhooks']
])

/** Names that look official, and words that programs read as an empty value. Written without `-` and `_`. */
const OFFICIAL: ReadonlySet<string> = new Set([
  ...[
    'abuse',
    'admin',
    'administrator',
    'admins',
    'anonymous',
    'billing',
    'bot',
    'challengehut',
    'contact',
    'guest',
    'help'
  ],
  ...['helpdesk', 'host', 'info', 'legal', 'mod', 'moderation', 'moderator', 'moderators', 'mods', 'nan', 'noreply'],
  ...['null', 'official', 'operator', 'owner', 'payments', 'postmaster', 'privacy', 'root', 'security', 'staff'],
  ...['superuser', 'support', 'sysadmin', 'system', 'team', 'terms', 'undefined', 'verified', 'webmaster']
])

/** The author name of the site's admin (server/accounts/admin.ts). */
const GUIDE = 'hut-guide'

/** Names that every JavaScript object inherits, such as `constructor` and `__proto__`. */
const INHERITED: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype).map(name => name.toLowerCase())
)

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

/** Whether a name, in lower case and without `-` and `_`, looks like one of the people who run the site. */
export function isOfficial(letters: string): boolean {
  return OFFICIAL.has(letters) || letters.startsWith(lettersOf(GUIDE))
}

const lettersOf = (name: string): string => name.replace(/[-_]/g, '')

/**
 * Whether a page or call uses this name as its first path segment, in upper or lower case. Such a person's page is
 * below /users.
 */
export function isSegment(username: string): boolean {
  return SEGMENTS.has(username.toLowerCase())
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
