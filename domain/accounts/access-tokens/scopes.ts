/**
 * Scopes of access tokens (D-156). A feature that programs may use has a subject, and each of its calls needs the scope
 * of that subject: to read for a GET, to write for anything else. Calls of other features take no token.
 */

/** Each subject and what people read about it. */
export const SUBJECTS = {
  goals: 'Goals, notes and Today',
  logs: 'Logs',
  activities: 'Activities, lists and programmes',
  sessions: 'Sessions and series',
  messages: 'Chat, posts and cheers',
  groups: 'Groups',
  publishing: 'Pages and pictures'
} as const
export type Subject = keyof typeof SUBJECTS

export type Scope = `${Subject}:${'read' | 'write'}`
export const SCOPES = (Object.keys(SUBJECTS) as Subject[]).flatMap((subject): Scope[] => [
  `${subject}:read`,
  `${subject}:write`
])

/** How many tokens of one person can work at the same time. */
export const MOST_ACCESS_TOKENS = 20
/** The longest that a token works, in days. */
export const LONGEST_TOKEN_DAYS = 365
export const LONGEST_TOKEN_NAME = 100
/** What every token begins with, so that scanners find one that was published by mistake. */
export const TOKEN_PREFIX = 'hut_'

export const TOKEN_ENDED = 'This access token doesn’t work: it has ended, or was never made.'
/** @internal For tests too. */
export const NO_TOKENS_HERE = 'Programs can’t do this. Sign in with a browser instead.'
export const needsScope = (scope: Scope): string => `This access token needs the scope “${scope}”.`
export const TOO_MANY_ACCESS_TOKENS = `You have ${MOST_ACCESS_TOKENS} access keys that work. End one first.`

/** The subject of an address of a feature: none for what belongs to the account, such as a time away. */
export function subjectAt(path: string, ofFeature: Subject | null): Subject | null {
  return path.startsWith('/api/account') ? null : ofFeature
}

/**
 * Returns why a token with these scopes may not make a call; null if it may.
 * @param subject of the feature of the call; null for a feature that takes no token
 */
export function whyNotByToken(
  subject: Subject | null,
  does: 'read' | 'write',
  scopes: readonly string[]
): string | null {
  if (subject === null) return NO_TOKENS_HERE
  const scope: Scope = `${subject}:${does}`
  return scopes.includes(scope) ? null : needsScope(scope)
}
