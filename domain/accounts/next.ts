/** Where somebody goes on after signing in: `/login?next=/my/goals` comes from mails, bookmarks and other people. */

const HERE = 'http://here.invalid'

/** The path and query of an address of this site; null for anything else, also for what a browser reads as another site. */
export function localAddress(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, HERE)) return null
  const { origin, pathname, search } = new URL(next, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search : null
}
