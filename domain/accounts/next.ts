/**
 * The page to open after signing in. `/login?next=/my/goals` may come from mails, bookmarks or other people: don't
 * trust it.
 */

const HERE = 'http://here.invalid'

/** Returns the path and query of an address on this site; null for anything that a browser may read as another site. */
export function localAddress(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, HERE)) return null
  const { origin, pathname, search } = new URL(next, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search : null
}
