/** Names that nobody may take: of pages, of the people who run the site, and of every JavaScript object. */

/** Names that nobody may take: of pages, of the people who run the site, and of every JavaScript object. */

/** Names that nobody may take: of pages, of the people who run the site, and of every JavaScript object. */

/** Names that nobody may take: of pages, of the people who run the site, and of every JavaScript object. */

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
export const INHERITED: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype).map(name => name.toLowerCase())
)

/** Whether a name, in lower case and without `-` and `_`, looks like one of the people who run the site. */
export function isOfficial(letters: string): boolean {
  return OFFICIAL.has(letters) || letters.startsWith(lettersOf(GUIDE))
}

export const lettersOf = (name: string): string => name.replace(/[-_]/g, '')

/**
 * Whether a page or call uses this name as its first path segment, in upper or lower case. Such a person's page is
 * below /users.
 */
export function isSegment(username: string): boolean {
  return SEGMENTS.has(username.toLowerCase())
}
