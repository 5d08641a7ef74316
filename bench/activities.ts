/** The list of activities. */
import type { Ground } from './lib/ground.ts'
import { comparePage } from './lib/page.ts'
import type { Row } from './lib/row.ts'

const LIST = `
  select a.id::int, a.slug, a.title, a.is_preset, a.participant_limit, a.followers_count, a.duration, a.difficulty,
    a.term_id::int,
    (select count(*)::int from (select from activities where deleted_at is null limit 100) counted) as total
  from activities a where a.deleted_at is null
  order by a.id desc limit 11`

export function activities({ product, databaseUrl }: Ground): Promise<Row[]> {
  const url = `${product.url}/api/activities`
  return comparePage({ what: 'activities: data of the list', url, databaseUrl, text: LIST, values: [], goal: 0.8 })
}
