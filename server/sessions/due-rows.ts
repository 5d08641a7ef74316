/** Sessions whose next change of status is due. */
import { sql } from 'drizzle-orm'
import { LONGEST } from '../../domain/sessions/length.ts'
import { dueAt, storedTimes } from '../../domain/sessions/status.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import type { SessionListRow } from './listed-rows.ts'

type DueRow = Pick<SessionListRow, 'id' | 'status' | 'started_at' | 'ended_at' | 'duration' | 'paused_since'>

/** Whether a start or end is still due. */
export async function isDue(db: Database, id: number, now: number): Promise<boolean> {
  const [row] = await selectRows<DueRow>(
    db,
    sql`select id::int, status, started_at, ended_at, duration, paused_since from sessions where id = ${id}`
  )
  const due = row ? dueAt(storedTimes(row)) : null
  return due !== null && due <= now
}

/** Sessions whose status changes by itself up to `until`, as `dueAt` computes; live-predicate.test.ts compares both. */
export async function listDueSessions(
  db: Database,
  until: number,
  limit: number
): Promise<{ id: number; due: number | null }[]> {
  const rows = await selectRows<DueRow>(
    db,
    sql`
    select id::int, status, started_at, ended_at, duration, paused_since from (
      select id, status, started_at, ended_at, duration, paused_since, started_at as due from sessions where status = 0 and started_at <= ${new Date(until)}
      union all
      select id, status, started_at, ended_at, duration, paused_since, ended_at as due from sessions where status = 1 and ended_at <= ${new Date(until)}
        and (paused_since is null or started_at <= ${new Date(until - LONGEST * 1000)})) changing
    order by due limit ${limit}`
  )
  return rows.map(row => ({ id: row.id, due: dueAt(storedTimes(row)) }))
}
