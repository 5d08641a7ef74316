import { sql } from 'drizzle-orm'
import { START_IS_OVER_MS } from '../../domain/sessions/people/absent-host.ts'
import { HOST } from '../../domain/sessions/people/permissions.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Handle } from '../db/database.ts'
import { isOneOf } from '../lib/paging.ts'

interface StartingRow {
  id: number
  status: SessionStatus
  started_at: string | null
  duration: number
  people: { id: number; user_id: number; username: string; role: number; is_ready: boolean }[]
}

export interface Starting {
  id: number
  status: SessionStatus
  startsAt: number | null
  duration: number
  /** Hosts and connected people, in order of joining. */
  people: StartingRow['people']
}

/**
 * Those of these rooms that wait for their host or began a moment ago.
 * @param present the usernames of connected people, by room
 */
export async function listStarting(
  db: Handle,
  present: ReadonlyMap<number, readonly string[]>,
  now: number
): Promise<Starting[]> {
  const rooms = [...present.keys()]
  const names = [...new Set([...present.values()].flat())]
  if (names.length === 0) return []
  const { rows } = await db.execute<StartingRow & Record<string, unknown>>(sql`
    select s.id::int, s.status, s.started_at, s.duration,
      json_agg(json_build_object('id', p.id, 'user_id', p.user_id, 'username', u.username, 'role', p.role,
        'is_ready', p.is_ready) order by p.joined_at, p.id) as people
    from sessions s
      join participants p on p.session_id = s.id and p.left_at is null
      join users u on u.id = p.user_id
    where ${isOneOf(sql`s.id`, rooms)} and not s.is_preset
      and (s.status = ${SessionStatus.NotStarted} and s.started_at is null
        or s.status = ${SessionStatus.Running} and s.started_at > ${new Date(now - START_IS_OVER_MS)})
      and (p.role = ${HOST} or u.username in (select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)))
    group by s.id`)
  return rows.map(({ started_at, ...row }) => ({
    ...row,
    startsAt: started_at === null ? null : new Date(started_at).getTime()
  }))
}
