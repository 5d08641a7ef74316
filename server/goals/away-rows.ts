/** The pauses of a person and of their open goals. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Pause } from '../../domain/days/streak.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { users } from '../db/schema/accounts.ts'
import { goals } from '../db/schema/goals.ts'

export async function findPauses(db: Handle, userId: number): Promise<Pause[]> {
  const [row] = await db.select({ pauses: users.pauses }).from(users).where(eq(users.id, userId))
  return row?.pauses ?? []
}

/** Locks a person's row and returns their pauses. */
export async function lockPauses(tx: Transaction, userId: number): Promise<Pause[]> {
  const rows = await tx.select({ pauses: users.pauses }).from(users).where(eq(users.id, userId)).for('no key update')
  return rows[0]?.pauses ?? []
}

export async function savePauses(tx: Transaction, userId: number, pauses: Pause[]): Promise<void> {
  await tx.update(users).set({ pauses }).where(eq(users.id, userId))
}

/** Locks the open goals of a person and returns their pauses. */
export function lockPausesOfGoals(tx: Transaction, userId: number): Promise<{ id: number; pauses: Pause[] }[]> {
  return tx
    .select({ id: goals.id, pauses: goals.pauses })
    .from(goals)
    .where(and(eq(goals.user_id, userId), eq(goals.status, GoalStatus.Open), isNull(goals.deleted_at)))
    .orderBy(goals.id)
    .for('update')
}

const SAVE = `
  update goals set pauses = item.pauses, updated_at = $2
  from jsonb_to_recordset($1::jsonb) as item(id bigint, pauses jsonb)
  where goals.id = item.id and goals.pauses <> item.pauses`

export async function savePausesOfGoals(
  tx: Transaction,
  changed: { id: number; pauses: Pause[] }[],
  now: Date
): Promise<void> {
  await tx.$client.query({ text: SAVE }, [JSON.stringify(changed), now])
}
