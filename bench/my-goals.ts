/** My Goals with ten goals. */
import type { Ground } from './lib/ground.ts'
import { comparePage } from './lib/page.ts'
import type { Row } from './lib/row.ts'

const GOALS = `
  select g.*, s.title as session_title, s.slug as session_slug
  from goals g left join sessions s on s.id = g.session_id
  where g.user_id = $1 and g.deleted_at is null
  order by g.status, coalesce(g.place, g.id) desc limit 11`

export function myGoals({ product, databaseUrl, personId }: Ground): Promise<Row[]> {
  const url = `${product.url}/api/my/goals`
  const query = { url, databaseUrl, text: GOALS, values: [personId], personal: true, goal: 0.7 }
  return comparePage({ what: 'my goals: data of the page, ten goals', ...query })
}
