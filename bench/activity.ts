/** The page of an activity with 200 parts and a running session. */
import type { Ground } from './lib/ground.ts'
import { comparePage } from './lib/page.ts'
import type { Row } from './lib/row.ts'

const ACTIVITY = `
  select a.*, (
    select json_agg(live) from (
      select s.id, s.slug, s.title, s.status, s.participant_limit, s.participants_count, s.started_at, s.ended_at, s.duration
      from sessions s where s.activity_id = a.id and s.status < 2 and not s.is_preset
      order by s.status desc, s.started_at, s.id limit 10) live) as sessions
  from activities a where a.slug = $1 and a.deleted_at is null`

export function activity({ product, databaseUrl, large }: Ground): Promise<Row[]> {
  const slug = large.activity
  const url = `${product.url}/api/activities/${slug}`
  return comparePage({
    what: 'activity: its page, 200 parts',
    url,
    databaseUrl,
    text: ACTIVITY,
    values: [slug],
    goal: 0.5
  })
}
