/**
 * The documented calls are written with and without `/api` (D-19). Every call is registered once, under `/api`, and
 * this rewrite leads the other spelling there: all writes, and the reads that the documents list without the prefix.
 */
const READS = [
  /^\/get-user(?=$|[/?])/,
  /^\/sanctum\/csrf-cookie(?=$|[/?])/,
  /^\/tokens\/get-payment-intent(?=$|[/?])/,
  /^\/(challenges|challenge-events)\/[^/?]+\/(poll|stream|prompt)(?=$|[/?])/,
  /^\/items\/parents\/search\//,
  /^\/me\/persons(?=$|[/?])/,
  // As the provider's script writes them (billing/sandbox).
  /^\/sandbox\/v1\//
]

/** Names of the documents that are no path: `GET api.home` is the data of home (D-20). */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['/api/home', '/api'],
  ['/api.home', '/api'],
  ['/api.events.home', '/api/events'],
  ['/api.activities.home', '/api/activities']
])

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
      // Groups are called huts too (D-37).
      .replace(/^\/api\/huts\//, '/api/groups/')
      // The documents write the segment twice (D-08).
      .replace(/^\/api\/tokens\/(redeem-available|add-free)(?=$|[/?])/, '/api/tokens/tokens/$1')
  )
}
