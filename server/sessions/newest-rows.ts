/** The public sessions that were made last, for feeds. */
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'

export interface NewSession extends Record<string, unknown> {
  id: number
  slug: string
  title: string
  /** Null when the account is deleted. */
  host: string | null
  started_at: Date | null
  created_at: Date
}

export const ofActivity = (activityId: number): SQL => sql`s.activity_id = ${activityId}`
export const ofHost = (userId: number): SQL => sql`s.user_id = ${userId}`

/** Whether followers hear of a session `s`. */
export const IS_NEWS = sql`not s.unlisted and not s.is_preset and s.cancelled_at is null`

/** Only the first date of a series is new, because followers hear of a series once (D-162). */
export async function listNewest(db: Database, which: SQL, most: number): Promise<NewSession[]> {
  const rows = await selectRows<NewSession>(
    db,
    sql`select s.id::int, s.slug, s.title, case when u.erased_at is null then u.username end as host, s.started_at, s.created_at
      from sessions s join users u on u.id = s.user_id
      where ${which} and ${IS_NEWS}
        and not exists (select from sessions e where e.series_id = s.series_id and e.id < s.id and e.cancelled_at is null)
      order by s.id desc limit ${most}`
  )
  return rows.map(row => ({
    ...row,
    created_at: new Date(row.created_at),
    started_at: row.started_at && new Date(row.started_at)
  }))
}
