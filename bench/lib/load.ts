/** HTTP load from this process. */
import autocannon from 'autocannon'

const SECONDS = 1.2
const CONNECTIONS = 16

interface Load {
  url: string
  post?: unknown
  /** Cookies of the people who send requests; connections use them in turn. */
  cookies?: string[]
  /** The header of a program. */
  authorization?: string
}

/** Requests per second. */
export async function requestsPerSecond({ url, post, cookies, authorization }: Load): Promise<number> {
  let connection = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(post === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(post) }),
    setupClient: client => {
      if (authorization) client.setHeaders({ authorization })
      const cookie = cookies?.[connection++ % cookies.length]
      if (cookie) client.setHeaders({ 'content-type': 'application/json', cookie })
    }
  })
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused and ${result.errors} failed of ${result.requests.total}`)
  }
  return result.requests.total / result.duration
}
