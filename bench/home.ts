/** The list of sessions, as a visitor first sees it. */
import { startBare } from './lib/children.ts'
import { compare } from './lib/compare.ts'
import { cookies } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { requestsPerSecond } from './lib/load.ts'
import { type Row, ratioRow } from './lib/row.ts'

const LIVE = 's.status < 2 and not s.is_preset and s.deleted_at is null'
const LIST = `
  select s.id::int, s.slug, s.title, s.status, s.is_preset, s.needs_code, s.is_manually_started, s.participant_limit,
    s.participants_count, s.started_at, s.ended_at, s.duration, s.difficulty, s.term_id::int,
    (select count(*)::int from (select from sessions s where ${LIVE} limit 100) counted) as total
  from sessions s where ${LIVE}
  order by s.status desc, s.started_at asc, s.id asc limit 11`

export async function home({ product, databaseUrl }: Ground): Promise<Row[]> {
  const url = `${product.url}/api`
  const answer = await (await fetch(url)).json()
  const bare = await startBare('page', { databaseUrl, text: LIST, values: [], answer })
  const compared = await compare(
    () => requestsPerSecond({ url }),
    () => requestsPerSecond({ url: bare.url })
  )
  // They share no answers, and each is looked up first, which the bare route does not do.
  const people = cookies(16)
  const signedIn = await compare(
    () => requestsPerSecond({ url, cookies: people }),
    () => requestsPerSecond({ url: bare.url, cookies: people })
  )
  await bare.stop()
  return [
    ratioRow('home: data of the list, 1,000 sessions, against a bare route', 'requests/s', compared, 0.6),
    ratioRow('home: the same for 16 people who are signed in', 'requests/s', signedIn)
  ]
}
