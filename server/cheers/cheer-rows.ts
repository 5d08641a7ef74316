import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { RecentLog } from '../../domain/cheers/api.ts'
import { MOST_RECENT } from '../../domain/cheers/cheer.ts'
import type { Session } from '../../domain/sessions/api.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { logCheers, logs } from '../db/schema/logs.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'

/** The newest logs to search for visible ones, since a room may be full of private logs. */
const LOOKED_THROUGH = 200

/**
 * The newest logs of a session that everyone may see, newest first, without those on hidden goals (D-98). It costs the
 * same however many logs there are.
 */
export async function listRecentLogs(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  viewer: { id: number } | null,
  { id }: Pick<Session, 'id'>
): Promise<RecentLog[]> {
  const rows = await selectRows<Omit<RecentLog, 'created_at' | 'cheered'> & { created_at: Date; cheered: boolean }>(
    db,
    sql`
    select l.id::int, u.username, l.task_uuid, l.title, l.amount, l.distance, l.duration, l.day::text, l.created_at,
      (select count(*)::int from log_cheers c where c.log_id = l.id) as cheers,
      exists (select from log_cheers c where c.log_id = l.id and c.user_id = ${viewer?.id ?? -1}) as cheered
    from (select * from logs where session_id = ${id} and deleted_at is null
        order by id desc limit ${LOOKED_THROUGH}) l
      join users u on u.id = l.user_id
    where l.status = 1 and not l.is_private and (l.due_at is null or l.due_at > ${dateAt(clock)})
      and not exists (
        select from sessions s, jsonb_path_query(s.plan, '$.tasks[*] ? (@.hidden == 1).parts[*].uuid') as task(uuid)
        where s.id = ${id} and task.uuid #>> '{}' = l.task_uuid)
    order by l.id desc limit ${MOST_RECENT}`
  )
  return rows.map(row => ({ ...row, created_at: row.created_at.toISOString(), cheered: row.cheered ? 1 : 0 }))
}

/** A log in a session that is active, so that others see it (D-103). */
export async function findSeenLog(db: Handle, id: number, now: Date) {
  const isActive = and(eq(logs.status, 1), or(isNull(logs.due_at), gt(logs.due_at, now)), eq(logs.is_private, false))
  const [log] = await db
    .select({ user_id: logs.user_id, session_id: logs.session_id, task_uuid: logs.task_uuid })
    .from(logs)
    .where(and(eq(logs.id, id), isNull(logs.deleted_at), isActive))
  return log ?? null
}

/** Returns whether it changed anything. A person has one cheer per log. */
export async function setCheer(tx: Transaction, logId: number, userId: number, isOn: boolean, now: Date) {
  const { log_id, user_id } = logCheers
  const changed = isOn
    ? await tx
        .insert(logCheers)
        .values({ log_id: logId, user_id: userId, created_at: now })
        .onConflictDoNothing()
        .returning({ log_id })
    : await tx
        .delete(logCheers)
        .where(and(eq(log_id, logId), eq(user_id, userId)))
        .returning({ log_id })
  return changed.length > 0
}

export async function countCheers(tx: Transaction, logId: number): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(logCheers).where(eq(logCheers.log_id, logId))
  return row?.count ?? 0
}
