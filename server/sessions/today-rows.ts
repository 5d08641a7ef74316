import { sql } from 'drizzle-orm'
import { type Calendar, dayOf, UTC } from '../../domain/lib/day.ts'
import type { Session } from '../../domain/sessions/api.ts'
import { dayPlace, MOST_NAMED, type Today } from '../../domain/sessions/days.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { selectRows } from '../db/prepared.ts'
import type { Dependencies } from '../dependencies.ts'

/**
 * Progress today and on each day of a session that runs for days; null for others. It reads an index once for each day
 * and each member, however many logs there are. Private logs do not reveal their day to others.
 */
export async function getToday(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  viewer: (Calendar & { id: number }) | null,
  { id, status, started_at, ended_at }: Pick<Session, 'id' | 'status' | 'started_at' | 'ended_at'>
): Promise<Today | null> {
  if (status !== SessionStatus.Running || started_at === null || ended_at === null) return null
  const [startsAt, endsAt] = [Date.parse(started_at), Date.parse(ended_at)]
  const calendar = viewer ?? UTC
  const place = dayPlace({ startsAt, endsAt }, clock.now(), calendar)
  if (!place) return null
  const [first, day] = [dayOf(startsAt, calendar), place.day]
  const counts = sql`l.session_id = ${id} and l.deleted_at is null and l.started_at is not null`
  const isSeen = sql`${counts} and not l.is_private`
  const isMine = sql`${counts} and l.user_id = ${viewer?.id ?? -1}`
  const dates = sql`generate_series(${first}::date - 1, ${day}::date + 1, interval '1 day') as date(at)`
  const [row] = await selectRows<Omit<Today, 'day'>>(
    db,
    sql`
    with done as materialized (
      select u.username, p.joined_at, p.id from participants p join users u on u.id = p.user_id
      where p.session_id = ${id} and p.left_at is null
        and exists (select from logs l where ${isSeen} and l.day = ${day}::date and l.user_id = p.user_id))
    select (select count(*)::int from done) as done_count,
      coalesce((select jsonb_agg(username order by joined_at, id)
        from (select * from done order by joined_at, id limit ${MOST_NAMED}) named), '[]') as done_by,
      coalesce((select jsonb_agg(date.at::date order by date.at) from ${dates}
        where exists (select from logs l where ${isSeen} and l.day = date.at::date)), '[]') as days,
      coalesce((select jsonb_agg(date.at::date order by date.at) from ${dates}
        where exists (select from logs l where ${isMine} and l.day = date.at::date)), '[]') as my_days,
      coalesce((select jsonb_agg(distinct l.task_uuid) from logs l
        where ${isMine} and l.day = ${day}::date and l.task_uuid is not null), '[]') as my_tasks`
  )
  if (!row) throw new Error('a select without from returns a row')
  return { day, ...row }
}
