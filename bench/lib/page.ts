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
 * person. The last row shows how much that lookup costs a bare route.
 */
export async function comparePage(page: PageQuery): Promise<Row[]> {
  const { what, url, databaseUrl, text, values, personal = false, goal } = page
  const read = await fetch(url, personal ? { headers: { cookie: cookieOf(1) } } : {})
  const isHtml = read.headers.get('content-type')?.startsWith('text/html')
  const response = isHtml ? await read.text() : await read.json()
  const task = { databaseUrl, text, values, response }
  const bare = await startBare('page', task)
  const rate = (address: string, people?: string[]) => () =>
    requestsPerSecond({ url: address, ...(people ? { cookies: people } : {}) })
  const people = cookies(16)
  const visitors = personal ? null : await compare(rate(url), rate(bare.url))
  const signedIn = await compare(rate(url, people), rate(bare.url, people))
  const knowing = await startBare('page', { ...task, readsLogin: true })
  const limit = await compare(rate(knowing.url, people), rate(bare.url, people))
  await Promise.all([bare.stop(), knowing.stop()])
  return [
    ...(visitors ? [ratioRow(`${what}, against a bare route`, 'requests/s', visitors, 0.6)] : []),
    ratioRow(`${what}, for people who are signed in`, 'requests/s', signedIn, goal),
    ratioRow('the same of a bare route that reads the login too', 'requests/s', limit)
  ]
}
