import { sql } from 'drizzle-orm'
import type { Together } from '../../domain/groups/together.ts'
import { wordsOfRule } from '../../domain/sessions/repeats-words.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import type { RuleColumns } from './session-rows.ts'
import { isSeriesHidden, ruleOf } from './session-rows.ts'

const MOST = 10
const MOST_FACES = 8

type Row = RuleColumns & {
  title: string
  slug: string
  next_at: Date | null
  people: string[]
  regulars_count: number
}

/** The series of a group that go on, the next date first. */
export async function listGroupSeries(db: Database, groupId: number): Promise<Together['series']> {
  const rows = await selectRows<Row & Record<string, unknown>>(
    db,
    sql`
    select e.title, e.slug, e.repeats, e.every, e.weekdays, e.until, e.count, e.starts_at, e.zone, next.started_at as next_at,
      array(select u.username::text from series_regulars r join users u on u.id = r.user_id
        where r.series_id = e.id and r.ended_at is null order by r.id limit ${MOST_FACES}) as people,
      (select count(*)::int from series_regulars r where r.series_id = e.id and r.ended_at is null) as regulars_count
    from series e left join lateral (
      select s.started_at from sessions s where s.series_id = e.id and s.status < ${SessionStatus.Ended}
        and s.cancelled_at is null and s.hidden_at is null order by s.started_at limit 1) next on true
    where e.group_id = ${groupId} and e.ended_at is null and e.paused_at is null and not ${isSeriesHidden('e')}
      and not e.unlisted
    order by next.started_at, e.id limit ${MOST}`
  )
  return rows.map(({ title, slug, next_at, people, regulars_count, ...rule }) => ({
    ...{ title, people, regulars_count },
    path: `/series/${slug}`,
    rule: wordsOfRule(ruleOf(rule)),
    next_at: next_at?.toISOString() ?? null
  }))
}
