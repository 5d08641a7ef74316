import type { AdminPush } from '../../domain/admin/delivery-api.ts'
import type { Database, Transaction } from '../db/database.ts'

const MOST_PUSHES = 100

type Row = Omit<AdminPush, 'due_at' | 'failed_at'> & { due_at: Date | null; failed_at: Date | null }

/** Pushes that were given up, the latest first, and then those that wait. */
export async function listPushes(db: Database, now: Date): Promise<Row[]> {
  const { rows } = await db.$client.query<Row>(
    `select d.id::int, r.kind, u.username, l.user_agent as device, d.attempts, d.due_at, d.failed_at, d.reason,
       (r.until <= $1)::int as is_late
     from reminder_deliveries d join reminders r on r.id = d.reminder_id join users u on u.id = r.user_id
     join push_devices p on p.id = d.device_id join logins l on l.token_hash = p.login_hash
     where d.channel = 'push' and (d.failed_at is not null or d.due_at is not null)
     order by d.failed_at desc nulls last, d.due_at limit ${MOST_PUSHES}`,
    [now]
  )
  return rows
}

export async function countPushes(db: Database): Promise<{ waiting: number; failed: number }> {
  const { rows } = await db.$client.query<{ waiting: number; failed: number }>(
    `select count(due_at)::int as waiting, count(failed_at)::int as failed
     from reminder_deliveries where channel = 'push' and (due_at is not null or failed_at is not null)`
  )
  return rows[0] ?? { waiting: 0, failed: 0 }
}

/**
 * Queues the pushes again that were given up and aren't too late. Returns their number.
 * @param id only this push, also while it waits for its next try. While a node sends it, it has no reason and stays
 */
export async function retryPushes(tx: Transaction, now: Date, id?: number): Promise<number> {
  const { rowCount } = await tx.$client.query(
    `update reminder_deliveries d set failed_at = null, due_at = $1, attempts = 0
     from reminders r where r.id = d.reminder_id and d.channel = 'push' and r.until > $1
       and case when $2::bigint is null then d.failed_at is not null else d.id = $2 and num_nonnulls(d.failed_at, d.due_at) > 0 and d.reason is not null end`,
    [now, id ?? null]
  )
  return rowCount ?? 0
}
