/** Finds, locks and stores logs. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { LogState } from '../../domain/logs/log.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import { lockRow } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { goals } from '../db/schema/goals.ts'
import { logs } from '../db/schema/logs.ts'
import { dateOf } from '../lib/given.ts'

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

export type NewLog = typeof logs.$inferInsert

export const insertLog = preparedInsert(logs)

const INSERT_LOGS = `
  insert into logs (uuid, user_id, goal_id, session_id, import_id, task_uuid, ql_button_uuid, is_private, title, content,
    action, unit, amount, distance, duration, status, started_at, ended_at, paused_at, elapsed_duration, day, due_at,
    request_key, request_digest, created_at, updated_at)
  select uuid, user_id, goal_id, session_id, import_id, task_uuid, ql_button_uuid, is_private, title, content,
    action, unit, amount, distance, duration, status, started_at, ended_at, paused_at, elapsed_duration, day, due_at,
    request_key, request_digest, created_at, updated_at
  from jsonb_to_recordset($1::jsonb) as item(uuid uuid, user_id bigint, goal_id bigint, session_id bigint,
    import_id bigint, task_uuid text,
    ql_button_uuid text, is_private boolean, title text, content text, action text, unit text, amount float8, distance float8,
    duration int, status smallint, started_at timestamptz, ended_at timestamptz, paused_at timestamptz, elapsed_duration float8,
    day date, due_at timestamptz, request_key text, request_digest text, created_at timestamptz, updated_at timestamptz, number int)
  order by number
  on conflict (user_id, request_key) do nothing
  returning id::int, uuid`

/** Inserts logs in order, and skips those whose request key already made a log. */
export async function insertLogs(tx: Transaction, rows: Omit<LogRow, 'id'>[]): Promise<LogRow[]> {
  if (rows.length === 0) return []
  const numbered = rows.map((row, number) => ({ ...row, number }))
  const { rows: made } = await tx.$client.query<{ id: number; uuid: string }>({ text: INSERT_LOGS }, [
    JSON.stringify(numbered)
  ])
  const ids = new Map(made.map(({ id, uuid }) => [uuid, id]))
  return rows.flatMap(row => {
    const id = ids.get(row.uuid)
    return id === undefined ? [] : [{ ...row, id }]
  })
}

export async function updateLogRow(tx: Transaction, id: number, change: Partial<NewLog>): Promise<LogRow> {
  const [row] = await tx.update(logs).set(change).where(eq(logs.id, id)).returning()
  if (!row) throw new Error(`log ${id} is gone`)
  return row
}

const UPDATE_STATES = `
  update logs set status = item.status, duration = item.duration, amount = item.amount, distance = item.distance,
    started_at = item.started_at, ended_at = item.ended_at, paused_at = item.paused_at,
    elapsed_duration = item.elapsed_duration, due_at = item.due_at, updated_at = item.updated_at
  from jsonb_to_recordset($1::jsonb) as item(id bigint, status smallint, duration int, amount float8, distance float8,
    started_at timestamptz, ended_at timestamptz, paused_at timestamptz, elapsed_duration float8, due_at timestamptz,
    updated_at timestamptz)
  where logs.id = item.id`

/** Saves the states of many logs in one statement. */
export async function updateLogStates(
  tx: Transaction,
  states: (ReturnType<typeof logColumns> & { id: number; updated_at: Date })[]
): Promise<void> {
  await tx.$client.query({ text: UPDATE_STATES }, [JSON.stringify(states)])
}

/** Restores a log that was deleted after `since`; null when there is none. */
export async function restoreLogRow(tx: Transaction, id: number, since: Date, now: Date): Promise<LogRow | null> {
  const [row] = await tx
    .update(logs)
    .set({ deleted_at: null, updated_at: now })
    .where(and(eq(logs.id, id), gt(logs.deleted_at, since)))
    .returning()
  return row ?? null
}

/** The columns of a state. @param dueAt the end of its timer in ms since 1970; null without one */
export function logColumns(state: LogState, dueAt: number | null) {
  return {
    status: state.status,
    duration: state.duration,
    amount: state.amount,
    distance: state.distance,
    started_at: dateOf(state.started_at),
    ended_at: dateOf(state.ended_at),
    paused_at: dateOf(state.paused_at),
    elapsed_duration: state.elapsed_duration,
    due_at: dueAt === null ? null : new Date(dueAt)
  }
}
