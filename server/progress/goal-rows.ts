/** The rows of goals, and the locks on them. progress/lock-rows.ts has the order in which rows are locked. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { GoalStatus } from '../../domain/goals/goal.ts'
import type { Refusal } from '../../domain/lib/refusal.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { findRow, lockRow } from '../db/rows.ts'
import { goals } from '../db/schema/goals.ts'

export type GoalRow = typeof goals.$inferSelect

/** Shown on any page, when a log that waited for a connection arrives after its goal was deleted. */
export const NO_SUCH_GOAL: Refusal = { kind: 'notFound', message: 'You no longer have this goal.' }

const isMine = (userId: number, id: number) =>
  and(eq(goals.id, id), eq(goals.user_id, userId), isNull(goals.deleted_at))

/** A goal of this person; null when it does not exist, is deleted or belongs to someone else. */
export function findGoalRow(db: Handle, userId: number, id: number): Promise<GoalRow | null> {
  return findRow(db, goals, isMine(userId, id))
}

/** Like `findGoalRow`, and locks the row. */
export function lockGoal(tx: Transaction, userId: number, id: number): Promise<GoalRow | null> {
  return lockRow(tx, goals, isMine(userId, id))
}

/** Locks and returns those of these goals that belong to the person. */
export function lockGoals(tx: Transaction, userId: number, ids: number[]): Promise<GoalRow[]> {
  return tx
    .select()
    .from(goals)
    .where(and(inArray(goals.id, ids), eq(goals.user_id, userId), isNull(goals.deleted_at)))
    .orderBy(goals.id)
    .for('update')
}

/** Locks the open goals of a person, before their order or their pauses change. */
export function lockOpenGoals(tx: Transaction, userId: number): Promise<Pick<GoalRow, 'id' | 'pauses'>[]> {
  return tx
    .select({ id: goals.id, pauses: goals.pauses })
    .from(goals)
    .where(and(eq(goals.user_id, userId), eq(goals.status, GoalStatus.Open), isNull(goals.deleted_at)))
    .orderBy(goals.id)
    .for('no key update')
}

/** SQL that locks the goals in a statement's `item` rows and returns their ids. */
export const LOCKED_ITEMS = 'select g.id from goals g where g.id in (select id from item) order by g.id for update'
