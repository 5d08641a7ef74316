/** Page data against a bare route that returns the same bytes from one query. */
import { startBare } from './children.ts'
import { compare } from './compare.ts'
import { cookies } from './content.ts'
import { requestsPerSecond } from './load.ts'
import { type Row, ratioRow } from './row.ts'

interface PageQuery {
  /** What is read, as a visitor and as people who are signed in. */
  what: string
  url: string
  databaseUrl: string
  /** Reads what the page shows. */
  text: string
  values: unknown[]
}

/** Visitors who ask at the same time share a response; signed-in people share none, and are looked up first. */
export async function comparePage({ what, url, databaseUrl, text, values }: PageQuery): Promise<Row[]> {
  const answer = await (await fetch(url)).json()
  const bare = await startBare('page', { databaseUrl, text, values, answer })
  const against = (people?: string[]) =>
    compare(
      () => requestsPerSecond({ url, ...(people ? { cookies: people } : {}) }),
      () => requestsPerSecond({ url: bare.url, ...(people ? { cookies: people } : {}) })
    )
  const visitors = await against()
  const signedIn = await against(cookies(16))
  await bare.stop()
  return [
    ratioRow(`${what}, against a bare route`, 'requests/s', visitors, 0.6),
    ratioRow(`${what}, for people who are signed in`, 'requests/s', signedIn)
  ]
}
