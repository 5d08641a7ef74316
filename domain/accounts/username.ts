/** Usernames share one namespace with persons and with the first segment of every page's path (D-27, D-36). */

const PATTERN = /^[A-Za-z0-9_-]+$/

/** First path segments in use or kept aside; a person of that name could not be reached (D-27). */
const RESERVED = new Set([
  ...['about', 'account', 'activities', 'admin', 'api', 'assets', 'challenge-events', 'challenges', 'events'],
  ...['favorites', 'forgot-password', 'get-user', 'goals', 'group', 'groups', 'healthz', 'hut', 'huts', 'items'],
  ...['login', 'logout', 'me', 'messages', 'metrics', 'my', 'password', 'pricing', 'privacy-policy', 'readyz'],
  ...['register', 'reset-password', 'sanctum', 'sessions', 'socket', 'sources', 'static', 'subscribe'],
  ...['terms-of-service', 'tokens', 'upload', 'webhooks']
])

export const USERNAME_TEXT = 'Your username can only contain letters, numbers, underscores, and dashes.'
export const USERNAME_TAKEN = 'The username has already been taken.'

/** ASCII letters, digits, `_` and `-` only, and at least one of them (ACC-29). */
export function isUsername(value: string): boolean {
  return PATTERN.test(value)
}

/**
 * Whether a page or call has this name as its first path segment (D-27), in any case. Such a name is refused as if
 * taken.
 */
export function isReserved(username: string): boolean {
  return RESERVED.has(username.toLowerCase())
}
