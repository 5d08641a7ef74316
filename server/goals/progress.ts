/** What logging needs of a goal: its row, locked while its running totals change. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Contribution } from '../../domain/logs/log.ts'
import type { Database, Transaction } from '../db/database.ts'
import { goals } from '../db/schema.ts'

export type GoalRow = typeof goals.$inferSelect

const mine = (userId: number, id: number) => and(eq(goals.id, id), eq(goals.user_id, userId), isNull(goals.deleted_at))

export async function findGoalRow(db: Database | Transaction, userId: number, id: number): Promise<GoalRow | null> {
  const [row] = await db.select().from(goals).where(mine(userId, id))
  return row ?? null
}

export async function lockGoal(tx: Transaction, userId: number, id: number): Promise<GoalRow | null> {
  const [row] = await tx.select().from(goals).where(mine(userId, id)).for('update')
  return row ?? null
}

/** Adds to the totals of a goal that the caller has locked. */
export async function addProgress(tx: Transaction, goalId: number, change: Contribution): Promise<void> {
  await tx
    .update(goals)
    .set({
      amount_done: sql`${goals.amount_done} + ${change.amount}`,
      distance_done: sql`${goals.distance_done} + ${change.distance}`,
      duration_done: sql`${goals.duration_done} + ${change.duration}`
    })
    .where(eq(goals.id, goalId))
}
