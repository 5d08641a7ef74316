/** Stores how a delivery ended. */
import type { Database, Handle } from '../db/database.ts'
import type { Claimed } from './delivery-rows.ts'

/**
 * Marks a delivery as sent and returns true, if the claim is still held. If more happened while it was being sent, the
 * delivery is due again at `next`.
 * @param next null when that would be too late
 */
export async function markSent(
  db: Handle,
  { id, due_at, reminder_id, told_at }: Claimed,
  now: Date,
  next: Date | null
): Promise<boolean> {
  const { rowCount } = await db.$client.query(
    `update reminder_deliveries set sent_at = $3, attempts = 0, failed_at = null, reason = null,
       due_at = case when (select told_at from reminders where id = $4) > $5 then $6::timestamptz end
     where id = $1 and due_at = $2`,
    [id, due_at, now, reminder_id, told_at, next]
  )
  return rowCount === 1
}

/** Like `markSent`, for many. */
export async function markAllSent(
  db: Database,
  sent: readonly { claimed: Claimed; at: Date; next: Date | null }[]
): Promise<void> {
  const rows = sent.map(({ claimed: { id, due_at, told_at }, at, next }) => ({ id, due_at, told_at, at, next }))
  await db.$client.query(
    `update reminder_deliveries d set sent_at = item.at, attempts = 0, failed_at = null, reason = null,
       due_at = case when r.told_at > item.told_at then item.next end
     from jsonb_to_recordset($1::jsonb) as
       item(id bigint, due_at timestamptz, told_at timestamptz, at timestamptz, next timestamptz), reminders r
     where d.id = item.id and d.due_at = item.due_at and r.id = d.reminder_id`,
    [JSON.stringify(rows)]
  )
}

/** Drops deliveries that nobody needs any more. */
export async function dropAll(db: Database, claimed: readonly Claimed[]): Promise<void> {
  if (claimed.length === 0) return
  const rows = claimed.map(({ id, due_at }) => ({ id, due_at }))
  await db.$client.query(
    `update reminder_deliveries d set attempts = 0, due_at = null, failed_at = null, reason = null
     from jsonb_to_recordset($1::jsonb) as item(id bigint, due_at timestamptz)
     where d.id = item.id and d.due_at = item.due_at`,
    [JSON.stringify(rows)]
  )
}

/** Delays a claimed delivery until then. @param reason why the last attempt failed; null when nothing was tried */
export async function putOff(
  db: Database,
  { id, due_at }: Claimed,
  attempts: number,
  until: Date,
  reason: string | null = null
): Promise<void> {
  await db.$client.query(
    `update reminder_deliveries set attempts = $3, due_at = $4, reason = coalesce($5, reason)
     where id = $1 and due_at = $2`,
    [id, due_at, attempts, until, reason]
  )
}

/** Stops a delivery that failed, until the reminder has news. */
export async function giveUp(
  db: Database,
  { id, due_at }: Claimed,
  fault: { at: Date; reason: string }
): Promise<void> {
  await db.$client.query(
    `update reminder_deliveries set attempts = 0, due_at = null, failed_at = $3, reason = $4
     where id = $1 and due_at = $2`,
    [id, due_at, fault.at, fault.reason]
  )
}

/** Deletes a device whose browser is gone or has taken back its permission. */
export async function forgetDevice(db: Database, id: number): Promise<void> {
  await db.$client.query('delete from push_devices where id = $1', [id])
}
