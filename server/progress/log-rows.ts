/** Finds and locks logs. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Handle, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { lockRow } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { goals } from '../db/schema/goals.ts'
import { logs } from '../db/schema/logs.ts'

export type LogRow = typeof logs.$inferSelect

/** A log with the names that are shown with it. */
export interface LogWithNames {
  log: LogRow
  username: string
  goal: (Named & { id: number }) | null
  /** The plan's goal that the log counts for, as the plan has it now; null for a goal of mine. */
  task: Named | null
}

interface Named {
  title: string
  action: string
  unit: string
  completions_required: number | null
}

const columns = {
  log: logs,
  username: users.username,
  goal: {
    id: goals.id,
    title: goals.title,
    action: goals.action,
    unit: goals.unit,
    completions_required: goals.completions_required
  },
  task: sql<LogWithNames['task']>`case when ${logs.goal_id} is null and ${logs.task_uuid} is not null then (
    select jsonb_path_query_first(s.plan, '$.tasks[*].parts[*] ? (@.uuid == $task)',
      jsonb_build_object('task', ${logs.task_uuid}))
    from sessions s where s.id = ${logs.session_id}) end`
}

export const selectLogs = (db: Handle) =>
  db.select(columns).from(logs).innerJoin(users, eq(users.id, logs.user_id)).leftJoin(goals, eq(goals.id, logs.goal_id))

/** My log by id; null for someone else's. @param deleted whether to find deleted logs too */
export async function findLog(db: Handle, userId: number, id: number, deleted = false): Promise<LogWithNames | null> {
  const isThere = deleted ? undefined : isNull(logs.deleted_at)
  const [row] = await selectLogs(db).where(and(eq(logs.id, id), eq(logs.user_id, userId), isThere))
  return row ?? null
}

/** My log that was made with this request key. */
export async function findLogByKey(db: Handle, userId: number, key: string): Promise<LogWithNames | null> {
  const [row] = await findLogsByKeys(db, [{ user_id: userId, key }])
  return row ?? null
}

/** Logs that these people made with these request keys. */
export async function findLogsByKeys(db: Handle, keys: { user_id: number; key: string }[]): Promise<LogWithNames[]> {
  return logsByKeys(db).execute({ keys: JSON.stringify(keys) })
}

const logsByKeys = prepared((db: Handle) =>
  selectLogs(db).where(
    sql`(${logs.user_id}, ${logs.request_key}) in (
        select user_id, key from jsonb_to_recordset(${sql.placeholder('keys')}::jsonb)
          as item(user_id bigint, key text))`
  )
)

/** Locks and returns a log that is not deleted. */
export function lockLog(tx: Transaction, id: number): Promise<LogRow | null> {
  return lockRow(tx, logs, and(eq(logs.id, id), isNull(logs.deleted_at)))
}
