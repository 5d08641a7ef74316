/** The list of sessions on the home page, as data and as HTML. */
import type { Ground } from './lib/ground.ts'
import { comparePage } from './lib/page.ts'
import type { Row } from './lib/row.ts'

const LIVE = 's.status < 2 and not s.is_preset'
const LIST = `
  select s.id::int, s.slug, s.title, s.status, s.is_preset, s.needs_code, s.is_manually_started, s.participant_limit,
    s.participants_count, s.started_at, s.ended_at, s.duration, s.difficulty, s.term_id::int,
    (select count(*)::int from (select from sessions s where ${LIVE} limit 100) counted) as total
  from sessions s where ${LIVE}
  order by s.status desc, s.started_at asc, s.id asc limit 11`

export async function home({ product, databaseUrl }: Ground): Promise<Row[]> {
  const query = { databaseUrl, text: LIST, values: [] }
  return [
    ...(await comparePage({
      ...query,
      what: 'home: data of the list, 1,000 sessions',
      url: `${product.url}/api`,
      goal: 0.8
    })),
    ...(await comparePage({ ...query, what: 'home: its HTML', url: product.url, goal: 0.65 }))
  ]
}
