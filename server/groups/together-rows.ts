/** The members of a group for its faces, and what its sessions came to in the last days. */
import { sql } from 'drizzle-orm'
import { MOST_FACES_SHOWN, type Together, WEEK_DAYS } from '../../domain/groups/together.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'

const DAY = 86_400_000

interface TogetherRow {
  members: string[]
  week_logs: number
  week_people: number
  has_begun: boolean
}

/** @param now ms since 1970 */
export async function findTogether(
  db: Database,
  groupId: number,
  now: number
): Promise<
  Omit<Together, 'next_session' | 'shared_goals' | 'series' | 'programmes' | 'has_sessions'> & { hasBegun: boolean }
> {
  const since = new Date(now - WEEK_DAYS * DAY)
  const [row] = await selectRows<TogetherRow>(
    db,
    sql`with held as (
      select id, jsonb_path_query_array(plan, '$.tasks[*] ? (@.hidden == 1).parts[*].uuid') as hidden
      from sessions
      where group_id = ${groupId} and status > 0 and cancelled_at is null and (status = 1 or ended_at > ${since}::timestamptz)),
    done as (
      select count(*)::int as logs, count(distinct logs.user_id)::int as people
      from logs join held on held.id = logs.session_id
      where logs.deleted_at is null and logs.started_at >= ${since}::timestamptz
        and not held.hidden @> coalesce(to_jsonb(logs.task_uuid), '""'))
    select logs as week_logs, people as week_people,
      exists (select from sessions
        where group_id = ${groupId} and status > 0 and cancelled_at is null and not unlisted) as has_begun,
      (select coalesce(json_agg(username order by user_id), '[]') from (
        select u.username, m.user_id from group_members m join users u on u.id = m.user_id
        where m.group_id = ${groupId} order by m.user_id limit ${MOST_FACES_SHOWN}::int) shown) as members
    from done`
  )
  const { members = [], week_logs = 0, week_people = 0, has_begun = false } = row ?? {}
  return { members, week_logs, week_people, hasBegun: has_begun }
}
