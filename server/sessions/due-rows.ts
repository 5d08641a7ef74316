/** Sessions whose next change of status is due. */
import { sql } from 'drizzle-orm'
import { LONGEST } from '../../domain/sessions/length.ts'
import { dueAt, storedTimes } from '../../domain/sessions/status.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import type { SessionListRow } from './listed-rows.ts'

type DueRow = Pick<SessionListRow, 'id' | 'status' | 'started_at' | 'ended_at' | 'duration' | 'paused_since'> & {
  waitlist_at: Date | null
}

/** When the status or the waitlist changes next; null when only people change them. */
function nextChange(row: DueRow): number | null {
  const times = [dueAt(storedTimes(row)), row.waitlist_at?.getTime() ?? null].filter(time => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** Nobody can join a hidden session, so its waitlist rests. */
const WAITLIST_AT = sql`case when hidden_at is null then waitlist_at end as waitlist_at`

/** Those of these sessions whose start, end or waitlist is still due. */
export async function listStillDue(db: Database, ids: number[], now: number): Promise<number[]> {
  const rows = await selectRows<DueRow>(
    db,
    sql`select id::int, status, started_at, ended_at, duration, paused_since, ${WAITLIST_AT} from sessions
      where id = any(${sql.param(ids)}::bigint[])`
  )
  const due = new Set(rows.filter(row => (nextChange(row) ?? now + 1) <= now).map(({ id }) => id))
  return ids.filter(id => due.has(id))
}

/**
 * Sessions whose status or waitlist changes by itself up to `until`, as `dueAt` and the waitlist say;
 * live-predicate.test.ts compares both.
 */
export async function listDueSessions(
  db: Database,
  until: number,
  limit: number
): Promise<{ id: number; due: number | null }[]> {
  const rows = await selectRows<DueRow>(
    db,
    sql`
    select id::int, status, started_at, ended_at, duration, paused_since, waitlist_at from (
      select id, status, started_at, ended_at, duration, paused_since, ${WAITLIST_AT}, started_at as due from sessions where status = 0 and started_at <= ${new Date(until)}
      union all
      select id, status, started_at, ended_at, duration, paused_since, ${WAITLIST_AT}, ended_at as due from sessions where status = 1 and ended_at <= ${new Date(until)}
        and (paused_since is null or started_at <= ${new Date(until - LONGEST * 1000)})
      union all
      select id, status, started_at, ended_at, duration, paused_since, waitlist_at, waitlist_at as due from sessions
        where waitlist_at <= ${new Date(until)} and hidden_at is null) changing
    order by due limit ${limit}`
  )
  return rows.map(row => ({ id: row.id, due: nextChange(row) }))
}
