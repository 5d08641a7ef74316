/** The page of a session with its plan and 20 participants, as a visitor sees it. */
import type { Ground } from './lib/ground.ts'
import { comparePage } from './lib/page.ts'
import type { Row } from './lib/row.ts'

const SESSION = `
  select s.*, a.slug as activity_slug, a.title as activity_title, (
    select json_agg(present) from (
      select u.username, p.client_uuid, p.role, p.is_ready, p.completed_at, s.user_id = p.user_id as is_creator, (
        select json_agg(json_build_object('task_uuid', t.task_uuid, 'action', t.action, 'amount', t.amount,
          'distance', t.distance, 'duration', t.duration, 'list_progress', t.list_progress))
        from participant_totals t where t.session_id = p.session_id and t.user_id = p.user_id) as totals
      from participants p join users u on u.id = p.user_id
      where p.session_id = s.id and p.left_at is null order by p.joined_at, p.id limit 500) present) as participants
  from sessions s left join activities a on a.id = s.activity_id
  where s.slug = $1 and s.deleted_at is null`

export function session({ product, databaseUrl, session: { slug } }: Ground): Promise<Row[]> {
  const url = `${product.url}/api/sessions/${slug}`
  const what = 'session: data of its page, 20 participants'
  return comparePage({ what, url, databaseUrl, text: SESSION, values: [slug] })
}
