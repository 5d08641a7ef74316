/** The page of a session with its plan and participants: an ordinary one, and one with 200 parts and 500 people. */
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
  where s.slug = $1`

export async function session({ product, databaseUrl, session: usual, large }: Ground): Promise<Row[]> {
  const rows = (what: string, slug: string) => {
    const url = `${product.url}/api/sessions/${slug}`
    return comparePage({
      what: `session: data of its page, ${what}`,
      url,
      databaseUrl,
      text: SESSION,
      values: [slug],
      goal: 0.5
    })
  }
  return [
    ...(await rows('20 participants', usual.slug)),
    ...(await rows('200 parts and 500 participants', large.session.slug))
  ]
}
