import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import { goals, logs, users } from '../db/schema.ts'
import type { Slice } from '../lib/paging.ts'
import type { LogRow, LogWithNames, NewLog } from './rows.ts'

const names = {
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

const select = (db: Database | Transaction) =>
  db.select(names).from(logs).innerJoin(users, eq(users.id, logs.user_id)).leftJoin(goals, eq(goals.id, logs.goal_id))

const logsOfUser = prepared(db =>
  select(db)
    .where(and(eq(logs.user_id, sql.placeholder('id')), isNull(logs.deleted_at)))
    .orderBy(desc(logs.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('logs_of_user')
)

const logsOfGoal = prepared(db =>
  select(db)
    .where(and(eq(logs.goal_id, sql.placeholder('id')), isNull(logs.deleted_at)))
    .orderBy(desc(logs.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('logs_of_goal')
)

export function listLogsByUser(db: Database, id: number, slice: Slice): Promise<LogWithNames[]> {
  return logsOfUser(db).execute({ id, ...slice })
}

export function listLogsByGoal(db: Database, id: number, slice: Slice): Promise<LogWithNames[]> {
  return logsOfGoal(db).execute({ id, ...slice })
}

/** A timer that has run out is done, however late the sweep is. */
const isActive = (now: Date) => and(eq(logs.status, 1), or(isNull(logs.due_at), gt(logs.due_at, now)))

/**
 * Logs of a session, the newest first; somebody else's only while it is active (SES-057, D-103).
 * @param viewerId null for a visitor
 */
export function listLogsBySession(
  db: Database,
  id: number,
  viewerId: number | null,
  now: Date,
  slice: Slice
): Promise<LogWithNames[]> {
  const mine = viewerId === null ? sql`false` : eq(logs.user_id, viewerId)
  return select(db)
    .where(and(eq(logs.session_id, id), isNull(logs.deleted_at), sql`(${mine} or ${isActive(now)})`))
    .orderBy(desc(logs.id))
    .limit(slice.limit)
    .offset(slice.offset)
}

/** Timers that run or are paused; a log without a duration is a result, whatever its status. */
const isOpen = and(inArray(logs.status, [1, 3]), gt(logs.duration, 0), isNull(logs.deleted_at))

/** Running and paused timers of these goals. */
export async function listOpenByGoals(db: Database | Transaction, goalIds: number[]): Promise<LogWithNames[]> {
  if (goalIds.length === 0) return []
  return select(db).where(and(inArray(logs.goal_id, goalIds), isOpen))
}

/** My running and paused timers on goals of a session's plan. */
export async function listOpenByTasks(
  db: Database | Transaction,
  sessionId: number,
  userId: number
): Promise<LogWithNames[]> {
  return select(db).where(and(eq(logs.session_id, sessionId), eq(logs.user_id, userId), isNull(logs.goal_id), isOpen))
}

/** Logs of a goal that were made in a session. */
export async function listInRoomsByGoal(tx: Transaction, goalId: number): Promise<LogRow[]> {
  return tx
    .select()
    .from(logs)
    .where(and(eq(logs.goal_id, goalId), isNotNull(logs.session_id), isNull(logs.deleted_at)))
}

/** The newest of each goal that were made in that session; somebody else's only while they are active (D-103). */
export async function listNewestByGoals(
  db: Database,
  where: { sessionId: number; goalIds: number[]; viewerId: number | null; now: Date; each: number }
): Promise<LogWithNames[]> {
  if (where.goalIds.length === 0) return []
  return select(db)
    .where(
      sql`${logs.id} in (select newest.id from unnest(${sql.param(where.goalIds)}::bigint[]) as g(id),
        lateral (select l.id from logs l where l.goal_id = g.id and l.session_id = ${where.sessionId}
          and l.deleted_at is null and (l.user_id = ${where.viewerId ?? -1}
            or l.status = 1 and (l.due_at is null or l.due_at > ${where.now}))
          order by l.id desc limit ${where.each}) newest)`
    )
    .orderBy(desc(logs.id))
}

/** My log by id; somebody else's is not found. */
export async function findLog(db: Database | Transaction, userId: number, id: number): Promise<LogWithNames | null> {
  const [row] = await select(db).where(and(eq(logs.id, id), eq(logs.user_id, userId), isNull(logs.deleted_at)))
  return row ?? null
}

export async function findLogByKey(
  db: Database | Transaction,
  userId: number,
  key: string
): Promise<LogWithNames | null> {
  const [row] = await select(db).where(and(eq(logs.user_id, userId), eq(logs.request_key, key)))
  return row ?? null
}

export async function lockLog(tx: Transaction, id: number): Promise<LogRow | null> {
  const [row] = await tx
    .select()
    .from(logs)
    .where(and(eq(logs.id, id), isNull(logs.deleted_at)))
    .for('update')
  return row ?? null
}

export const insertLog = preparedInsert(logs)

export async function updateLogRow(tx: Transaction, id: number, change: Partial<NewLog>): Promise<LogRow> {
  const [row] = await tx.update(logs).set(change).where(eq(logs.id, id)).returning()
  if (!row) throw new Error(`log ${id} is gone`)
  return row
}

export async function deleteLogsByGoal(tx: Transaction, goalId: number, now: Date): Promise<void> {
  await tx
    .update(logs)
    .set({ deleted_at: now, updated_at: now, due_at: null })
    .where(and(eq(logs.goal_id, goalId), isNull(logs.deleted_at)))
}

/** Running logs whose timer has reached its end. */
export async function listDueLogs(db: Database, now: Date, limit: number): Promise<{ id: number; user_id: number }[]> {
  return db
    .select({ id: logs.id, user_id: logs.user_id })
    .from(logs)
    .where(and(eq(logs.status, 1), lte(logs.due_at, now), isNull(logs.deleted_at)))
    .orderBy(logs.due_at)
    .limit(limit)
}

export async function listOpenIds(
  tx: Transaction,
  where: { goalId: number } | { sessionId: number; userId: number | null }
): Promise<number[]> {
  const owner =
    'goalId' in where
      ? eq(logs.goal_id, where.goalId)
      : and(eq(logs.session_id, where.sessionId), where.userId === null ? undefined : eq(logs.user_id, where.userId))
  const rows = await tx.select({ id: logs.id }).from(logs).where(and(owner, isOpen))
  return rows.map(row => row.id)
}
