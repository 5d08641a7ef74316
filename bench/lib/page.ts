/** Page data against a bare route that returns the same bytes from one query. */
import { startBare } from './children.ts'
import { compare } from './compare.ts'
import { cookieOf, cookies } from './content.ts'
import { requestsPerSecond } from './load.ts'
import { type Row, ratioRow } from './row.ts'

interface PageQuery {
  /** What is measured. */
  what: string
  url: string
  databaseUrl: string
  /** The query that reads what the page shows. */
  text: string
  values: unknown[]
  /** A personal page, which is not measured for visitors. */
  personal?: boolean
}

/**
 * Visitors who ask at the same time share a response. Signed-in people share none, and each request looks up who asks.
 */
export async function comparePage(page: PageQuery): Promise<Row[]> {
  const { what, url, databaseUrl, text, values, personal = false } = page
  const response = await (await fetch(url, personal ? { headers: { cookie: cookieOf(1) } } : {})).json()
  const bare = await startBare('page', { databaseUrl, text, values, response })
  const against = (people?: string[]) =>
    compare(
      () => requestsPerSecond({ url, ...(people ? { cookies: people } : {}) }),
      () => requestsPerSecond({ url: bare.url, ...(people ? { cookies: people } : {}) })
    )
  const visitors = personal ? null : await against()
  const signedIn = await against(cookies(16))
  await bare.stop()
  return [
    ...(visitors ? [ratioRow(`${what}, against a bare route`, 'requests/s', visitors, 0.6)] : []),
    ratioRow(`${what}, for people who are signed in`, 'requests/s', signedIn, 0.5)
  ]
}
