/** Running and paused timers, and those that are due. */
import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { logs } from '../db/schema/logs.ts'
import { isOneOf, isOneOfGiven } from '../lib/paging.ts'
import { type LogRow, type LogWithNames, selectLogs } from './log-rows.ts'

/** Matches running and paused timers. A log without a duration is a result, whatever its status. */
export const isOpen = and(inArray(logs.status, [1, 3]), gt(logs.duration, 0), isNull(logs.deleted_at))

/** Running and paused timers of these goals. */
export async function listOpenByGoals(db: Handle, goalIds: number[]): Promise<LogWithNames[]> {
  if (goalIds.length === 0) return []
  return openByGoals(db).execute({ goals: JSON.stringify(goalIds) })
}

const openByGoals = prepared((db: Handle) => selectLogs(db).where(and(isOneOfGiven(logs.goal_id, 'goals'), isOpen)))

/** Running and paused timers of these goals, by goal id. */
export async function findOpenByGoals(db: Database, goalIds: number[]): Promise<Map<number, LogWithNames[]>> {
  return Map.groupBy(await listOpenByGoals(db, goalIds), row => row.log.goal_id as number)
}

/** Running and paused timers that these people have in a session, including timers on their own goals. */
export async function listOpenInSession(db: Handle, sessionId: number, users: number[]): Promise<LogWithNames[]> {
  return openInSession(db).execute({ session: sessionId, users: JSON.stringify(users) })
}

const openInSession = prepared((db: Handle) =>
  selectLogs(db).where(
    and(eq(logs.session_id, sql.placeholder('session')), isOneOfGiven(logs.user_id, 'users'), isOpen)
  )
)

/** Locks and returns the running and paused timers of a goal, or of one person or everyone in a session. */
export async function lockOpenLogs(
  tx: Transaction,
  where: { goalId: number } | { sessionId: number; userId: number | null }
): Promise<LogRow[]> {
  const owner =
    'goalId' in where
      ? eq(logs.goal_id, where.goalId)
      : and(eq(logs.session_id, where.sessionId), where.userId === null ? undefined : eq(logs.user_id, where.userId))
  return tx.select().from(logs).where(and(owner, isOpen)).orderBy(logs.id).for('update')
}

/** Running logs whose timer has reached its end. */
export async function listDueLogs(db: Database, now: Date, limit: number): Promise<LogRow[]> {
  return db
    .select()
    .from(logs)
    .where(and(eq(logs.status, 1), lte(logs.due_at, now), isNull(logs.deleted_at)))
    .orderBy(logs.due_at)
    .limit(limit)
}

/** Locks and returns those of these logs whose timer has reached its end. */
export async function lockDueLogs(tx: Transaction, ids: number[], now: Date): Promise<LogRow[]> {
  return tx
    .select()
    .from(logs)
    .where(and(isOneOf(sql`${logs.id}`, ids), eq(logs.status, 1), lte(logs.due_at, now), isNull(logs.deleted_at)))
    .orderBy(logs.id)
    .for('update')
}
