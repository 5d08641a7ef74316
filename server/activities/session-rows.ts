/** The sessions of an activity. */
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { hasRow } from '../db/rows.ts'
import { sessions } from '../db/schema/sessions.ts'
import { lockRoomsOf } from '../progress/lock-rows.ts'

/**
 * Moves sessions with their activity, if they are in its old group and not over. The caller has locked the activity.
 */
export async function moveSessions(
  tx: Transaction,
  activityId: number,
  from: number | null,
  to: number | null
): Promise<void> {
  const fits = sql`${sessions.status} < 2 and ${sessions.group_id} is not distinct from ${from}`
  const ids = await lockRoomsOf(tx, activityId, fits)
  await tx.execute(sql`
    update sessions set group_id = ${to}, revision = revision + 1 where id = any(${sql.param(ids)}::bigint[])`)
}

/** Updates the activity's title in its sessions, which are found by it (D-58). */
export async function renameInSessions(tx: Transaction, activityId: number, title: string): Promise<void> {
  const ids = await lockRoomsOf(tx, activityId)
  await tx.execute(sql`update sessions set activity_title = ${title} where id = any(${sql.param(ids)}::bigint[])`)
}

/** Whether a session of the activity runs at `now`, even if its status is not up to date. */
export function hasRunningSession(tx: Transaction, activityId: number, now: Date): Promise<boolean> {
  return hasRow(
    tx,
    sessions,
    and(
      eq(sessions.activity_id, activityId),
      sql`(${sessions.status} = 1 or (${sessions.status} = 0 and ${sessions.started_at} <= ${now}))`,
      sql`(${sessions.ended_at} is null or ${sessions.ended_at} > ${now})`
    )
  )
}
