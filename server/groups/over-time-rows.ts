/** Totals of a group's sessions by person and time, computed from their logs. */
import { type SQL, sql } from 'drizzle-orm'
import { daySlices } from '../../domain/groups/over-time.ts'
import type { GroupOverTime } from '../../domain/groups/over-time-api.ts'
import { dayOf, startOfDay } from '../../domain/lib/day.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import type { Slice } from '../lib/paging.ts'

/** The most things listed per person. */
const MOST_NAMED = 10

/** Sessions that have begun; cancelled and hidden ones do not count, and unlisted ones only for members (D-159). */
const isHeldFor = (isMember: boolean): SQL => sql`status > 0 and cancelled_at is null and hidden_at is null
  ${isMember ? sql`` : sql`and not unlisted`}`

/**
 * Totals of all started sessions of the group by whole days in its zone, and of a page of people, those with the most
 * logs first. Goals in hidden groups of a plan are left out (D-98). Null before the first session.
 * @param now ms since 1970
 */
export async function getGroupOverTime(
  db: Database,
  group: { id: number; time_zone: string; is_joined: boolean },
  now: number,
  { limit, offset }: Slice
): Promise<GroupOverTime | null> {
  const isHeld = isHeldFor(group.is_joined)
  const [held] = await selectRows<{ first: Date | null; sessions: number }>(
    db,
    sql`select min(started_at) as first, count(*)::int as sessions from sessions where group_id = ${group.id} and ${isHeld}`
  )
  if (!held?.first) return null
  const calendar = { time_zone: group.time_zone, day_start: 0 }
  const { from, days, count } = daySlices(dayOf(held.first.getTime(), calendar), dayOf(now, calendar))
  const start = new Date(startOfDay(from, calendar))
  const [row] = await selectRows<Pick<GroupOverTime, 'slices' | 'people'>>(
    db,
    sql`with held as (select id, plan from sessions where group_id = ${group.id} and ${isHeld}),
    planned as (
      select held.id as session_id, part ->> 'uuid' as uuid, part ->> 'title' as title, coalesce(part ->> 'unit', '') as unit,
        tasks -> 'hidden' = '1' as is_hidden
      from held, jsonb_path_query(plan, '$.tasks[*]') as tasks, jsonb_path_query(tasks, '$.parts[*]') as part),
    done as (
      select user_id, planned.title, planned.unit,
        least(((started_at at time zone ${group.time_zone}::text)::date - ${from}::date) / ${days}::int, ${count - 1}::int)::int as slice,
        count(*)::int as logs, coalesce(sum(amount), 0) as amount, coalesce(sum(distance), 0) as distance,
        coalesce(sum(floor(elapsed_duration)), 0) as duration
      from logs join held on held.id = logs.session_id
        left join planned on planned.session_id = logs.session_id and planned.uuid = logs.task_uuid
      where deleted_at is null and started_at >= ${start}::timestamptz and planned.is_hidden is not true
      group by 1, 2, 3, 4),
    listed as (
      select user_id, sum(logs)::int as logs from done group by 1 order by 2 desc, 1 limit ${limit}::int offset ${offset}::int),
    by_thing as (
      select user_id, title, unit, round(sum(amount)::numeric, 3) as amount, round(sum(distance)::numeric, 12) as distance,
        sum(duration)::bigint as duration,
        row_number() over (partition by user_id order by title is null, sum(done.logs) desc, title, unit) as place
      from done join listed using (user_id) group by 1, 2, 3),
    things as (
      select user_id, coalesce(jsonb_agg(jsonb_build_object('title', title, 'unit', unit, 'amount', amount,
          'distance', distance, 'duration', duration) order by place) filter (where title is not null and place <= ${MOST_NAMED}::int), '[]') as did,
        bool_or(title is null or place > ${MOST_NAMED}::int) as has_others
      from by_thing group by 1),
    by_slice as (
      select user_id, jsonb_agg(jsonb_build_object('slice', slice, 'logs', logs) order by slice) as slices
      from (select user_id, slice, sum(done.logs)::int as logs from done join listed using (user_id) group by 1, 2) s
      group by 1)
    select
      coalesce((select jsonb_agg(all_slices order by slice)
        from (select slice, sum(logs)::int as logs, count(distinct user_id)::int as people from done group by 1) all_slices), '[]') as slices,
      coalesce((select jsonb_agg(jsonb_build_object('username', users.username, 'logs', listed.logs, 'did', things.did,
            'has_others', things.has_others::int, 'slices', by_slice.slices) order by listed.logs desc, listed.user_id)
        from listed join things using (user_id) join by_slice using (user_id) join users on users.id = listed.user_id), '[]') as people`
  )
  return {
    from,
    slice_days: days,
    slice_count: count,
    sessions_count: held.sessions,
    slices: row?.slices ?? [],
    people: row?.people ?? []
  }
}
