/** The data or HTML of a page against a bare route that returns the same bytes from one query. */
import { startBare } from './children.ts'
import { compare } from './compare.ts'
import { cookieOf, cookies } from './content.ts'
import { requestsPerSecond } from './load.ts'
import { type Row, ratioRow } from './row.ts'

interface PageQuery {
  /** The label of the row. */
  what: string
  url: string
  databaseUrl: string
  /** The query that reads the rows of the page. */
  text: string
  values: unknown[]
  /** Personal pages are not measured for visitors. */
  personal?: boolean
  /** The goal for people who are signed in. */
  goal: number
}

/**
 * Visitors with requests at the same time share a response. Signed-in people share none, and each request looks up the
 * person.
 */
export async function comparePage(page: PageQuery): Promise<Row[]> {
  const { what, url, databaseUrl, text, values, personal = false, goal } = page
  const read = await fetch(url, personal ? { headers: { cookie: cookieOf(1) } } : {})
  const isHtml = read.headers.get('content-type')?.startsWith('text/html')
  const response = isHtml ? await read.text() : await read.json()
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
    ratioRow(`${what}, for people who are signed in`, 'requests/s', signedIn, goal)
  ]
}
