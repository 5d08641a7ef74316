/**
 * The documented calls exist with and without `/api` (D-19). Each call is registered once, under `/api`. This rewrite
 * maps the other spelling to it: all writes, and the reads that the documents list without the prefix.
 */
const READS = [
  /^\/get-user(?=$|[/?])/,
  /^\/sanctum\/csrf-cookie(?=$|[/?])/,
  /^\/tokens\/get-payment-intent(?=$|[/?])/,
  /^\/(challenges|challenge-events)\/[^/?]+\/(poll|stream|prompt)(?=$|[/?])/,
  /^\/items\/parents\/search\//,
  /^\/me\/persons(?=$|[/?])/,
  // A GET of it gets 405 (assistants/routes.ts).
  /^\/mcp(?=$|[?])/,
  // The provider's script calls these addresses (billing/sandbox-routes.ts).
  /^\/sandbox\/v1\//
]

/** Names in the documents that are not paths. `GET api.home` is the data of the home page (D-20). */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['/api/home', '/api'],
  ['/api.home', '/api'],
  ['/api.events.home', '/api/events'],
  ['/api.activities.home', '/api/activities']
])

/** Returns the registered address for a requested one. */
export function documentedAddress(method: string, url: string): string {
  if (method === 'GET' || method === 'HEAD') {
    const end = url.indexOf('?')
    const name = NAMES.get(end < 0 ? url : url.slice(0, end))
    if (name) return end < 0 ? name : name + url.slice(end)
    return READS.some(pattern => pattern.test(url)) ? `/api${url}` : url
  }
  if (method === 'OPTIONS') return url
  const call = url === '/api' || url.startsWith('/api/') ? url : `/api${url}`
  return (
    call
      // The documents also call groups huts (D-37).
      .replace(/^\/api\/huts\//, '/api/groups/')
      // The documents repeat the segment (D-08).
      .replace(/^\/api\/tokens\/(redeem-available|add-free)(?=$|[/?])/, '/api/tokens/tokens/$1')
  )
}
