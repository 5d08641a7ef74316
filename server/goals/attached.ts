/**
 * The bond of a person's goal with a session (D-101). Rows are locked in one order everywhere: the room, then the goal;
 * whoever changes a bond holds the room's lock.
 */
import { and, eq, isNotNull, isNull, like, sql } from 'drizzle-orm'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Database, Transaction } from '../db/database.ts'
import { goals, logs } from '../db/schema.ts'
import { lockRoom } from '../sessions/room-totals.ts'
import { findGoalRow, type GoalRow, lockGoal } from './progress.ts'

/** My goal and, before it, the room that it is attached to. */
export async function lockGoalInRoom(tx: Transaction, userId: number, id: number): Promise<GoalRow> {
  const { session_id } = (await findGoalRow(tx, userId, id)) ?? refuse({ kind: 'notFound' })
  return lockAfter(tx, userId, id, session_id === null ? [] : [session_id])
}

/** My goal and every room that it was ever logged in. */
export async function lockGoalInAllRooms(tx: Transaction, userId: number, id: number): Promise<GoalRow> {
  const { session_id } = (await findGoalRow(tx, userId, id)) ?? refuse({ kind: 'notFound' })
  const rows = await tx
    .selectDistinct({ id: sql<number>`${logs.session_id}`.mapWith(Number) })
    .from(logs)
    .where(and(eq(logs.goal_id, id), isNotNull(logs.session_id), isNull(logs.deleted_at)))
  const rooms = new Set(rows.map(row => row.id))
  if (session_id !== null) rooms.add(session_id)
  return lockAfter(tx, userId, id, [...rooms])
}

async function lockAfter(tx: Transaction, userId: number, id: number, rooms: number[]): Promise<GoalRow> {
  for (const room of rooms.sort((a, b) => a - b)) await lockRoom(tx, room)
  const goal = (await lockGoal(tx, userId, id)) ?? refuse({ kind: 'notFound' })
  if (goal.session_id !== null && !rooms.includes(goal.session_id)) {
    refuse({ kind: 'conflict', message: 'This goal was attached to a session meanwhile. Please try again.' })
  }
  return goal
}

/** Who is out keeps the goals, free to be attached elsewhere. */
export async function freeGoals(tx: Transaction, sessionId: number, userId: number, now: Date): Promise<void> {
  await tx
    .update(goals)
    .set({ session_id: null, task_uuid: null, updated_at: now })
    .where(and(eq(goals.session_id, sessionId), eq(goals.user_id, userId)))
}

/** @param taskUuid the goal of the plan that its progress counts for */
export async function attachGoal(
  tx: Transaction,
  goalId: number,
  sessionId: number,
  taskUuid: string | null,
  now: Date
): Promise<void> {
  await tx
    .update(goals)
    .set({ session_id: sessionId, task_uuid: taskUuid, updated_at: now })
    .where(eq(goals.id, goalId))
}

/** How a copy remembers its template (D-102). */
export function copyKey(sessionId: number, taskUuid: string): string {
  return `${sessionId}/${taskUuid}`
}

/** My open copies of a session's templates, by the uuid of the template. */
export async function findCopies(
  db: Database | Transaction,
  userId: number,
  sessionId: number
): Promise<Map<string, { id: number; session_id: number | null }>> {
  const rows = await db
    .select({ id: goals.id, session_id: goals.session_id, copied_from: goals.copied_from })
    .from(goals)
    .where(
      and(
        eq(goals.user_id, userId),
        like(goals.copied_from, `${copyKey(sessionId, '')}%`),
        eq(goals.status, GoalStatus.Open),
        isNull(goals.deleted_at)
      )
    )
  return new Map(rows.map(({ copied_from, ...row }) => [(copied_from ?? '').split('/')[1] ?? '', row]))
}
