/** Totals of an ended session by person and by time, computed from its logs. */
import { sql } from 'drizzle-orm'
import type { OverTime } from '../../domain/sessions/api.ts'
import { slicesOf } from '../../domain/sessions/slices.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import type { Slice } from '../lib/paging.ts'

interface Ended {
  id: number
  from: number
  to: number
}

/**
 * Totals of the whole session by slice of its time, and of a page of people, those with the most logs first. Logs from
 * before the start or after the end count in the first or the last slice.
 * @param hidden goals that the viewer does not see (D-98)
 */
export async function getOverTime(
  db: Database,
  { id, from, to }: Ended,
  hidden: ReadonlySet<string>,
  { limit, offset }: Slice
): Promise<OverTime> {
  const { seconds, count } = slicesOf(from, to)
  const start = new Date(from)
  const counted = sql`session_id = ${id} and deleted_at is null and started_at is not null
    and coalesce(task_uuid, '') <> all(${sql.param([...hidden])}::text[])`
  const [row] = await selectRows<Pick<OverTime, 'slices' | 'people'>>(
    db,
    // Logs by person and slice are counted for everyone, for the overall chart; amounts only for the people of the
    // page.
    sql`with done as materialized (
      select user_id,
        least(greatest(floor(date_part('epoch', started_at - ${start}::timestamptz) / ${seconds}::int), 0), ${count - 1}::int)::int as slice,
        count(*)::int as logs
      from logs where ${counted} group by 1, 2),
    listed as (
      select user_id, sum(logs)::int as logs from done group by 1 order by 2 desc, 1 limit ${limit}::int offset ${offset}::int),
    by_task as (
      select user_id, jsonb_object_agg(task, jsonb_build_object('amount', amount, 'distance', distance, 'duration', duration)) as tasks
      from (select user_id, coalesce(task_uuid, '') as task, round(coalesce(sum(amount), 0)::numeric, 3) as amount,
          round(coalesce(sum(distance), 0)::numeric, 12) as distance, coalesce(sum(floor(elapsed_duration)), 0)::bigint as duration
        from logs where ${counted} and user_id in (select user_id from listed) group by 1, 2) t
      group by 1),
    by_slice as (
      select user_id, jsonb_agg(jsonb_build_object('slice', slice, 'logs', done.logs) order by slice) as slices
      from done join listed using (user_id) group by 1)
    select
      coalesce((select jsonb_agg(all_slices order by slice)
        from (select slice, sum(logs)::int as logs, count(*)::int as people from done group by 1) all_slices), '[]') as slices,
      coalesce((select jsonb_agg(jsonb_build_object('username', username, 'logs', logs, 'tasks', tasks, 'slices', slices)
          order by logs desc, listed.user_id)
        from listed join by_task using (user_id) join by_slice using (user_id) join users on users.id = listed.user_id), '[]') as people`
  )
  return {
    from: start.toISOString(),
    slice_seconds: seconds,
    slice_count: count,
    slices: row?.slices ?? [],
    people: row?.people ?? []
  }
}
