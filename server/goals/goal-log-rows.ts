/** The logs of a goal that is deleted, restored or gets another unit. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { updateRows } from '../db/rows.ts'
import { logs } from '../db/schema/logs.ts'
import type { OfUser } from '../progress/day-rows.ts'
import type { LogRow } from '../progress/log-rows.ts'

/** Logs of a goal that were made in a session. */
export async function listInRoomsByGoal(tx: Transaction, goalId: number): Promise<LogRow[]> {
  return tx
    .select()
    .from(logs)
    .where(and(eq(logs.goal_id, goalId), isNotNull(logs.session_id), isNull(logs.deleted_at)))
}

/** Detaches a deleted goal's logs that also count for a plan's goal, so the plan keeps them (docs/decisions/0034). */
export async function leaveLogsToPlans(tx: Transaction, goalId: number, now: Date): Promise<void> {
  await updateRows(tx, logs, and(eq(logs.goal_id, goalId), isNotNull(logs.task_uuid), isNull(logs.deleted_at)), {
    goal_id: null,
    updated_at: now
  })
}

/** Deletes a goal's logs. Returns what they counted by day, action and unit, computed like `contribution`. */
export async function deleteLogsByGoal(tx: Transaction, goalId: number, now: Date): Promise<OfUser[]> {
  const { rows } = await tx.execute<OfUser & Record<string, unknown>>(sql`
    with gone as (update logs set deleted_at = ${now}, updated_at = ${now}, due_at = null
      where goal_id = ${goalId} and deleted_at is null
      returning user_id, day, action, unit, started_at, amount, distance, elapsed_duration)
    select user_id::int, day::text, action, unit, count(*)::int as logs, count(*)::int as counted,
      sum(coalesce(amount, 0)) as amount, sum(coalesce(distance, 0)) as distance,
      sum(floor(elapsed_duration)) as duration
    from gone where started_at is not null group by user_id, day, action, unit`)
  return rows
}

/** Reverts `leaveLogsToPlans` for a copy, except for logs that changed since. */
export async function takeLogsFromPlan(
  tx: Transaction,
  goal: { id: number; user_id: number },
  of: { sessionId: number; taskUuid: string; leftAt: Date }
): Promise<void> {
  await updateRows(
    tx,
    logs,
    and(
      eq(logs.user_id, goal.user_id),
      eq(logs.session_id, of.sessionId),
      eq(logs.task_uuid, of.taskUuid),
      eq(logs.updated_at, of.leftAt),
      isNull(logs.goal_id),
      isNull(logs.deleted_at)
    ),
    { goal_id: goal.id }
  )
}

/** Restores the logs that were deleted with their goal at `at`, and returns them. */
export async function restoreLogsByGoal(tx: Transaction, goalId: number, at: Date, now: Date): Promise<LogRow[]> {
  return tx
    .update(logs)
    .set({ deleted_at: null, updated_at: now })
    .where(and(eq(logs.goal_id, goalId), eq(logs.deleted_at, at)))
    .returning()
}

/** Gives a goal's logs its new unit. Returns the amounts to move, under their old unit. */
export async function changeUnit(tx: Transaction, goalId: number, unit: string): Promise<OfUser[]> {
  const { rows } = await tx.execute<OfUser & Record<string, unknown>>(sql`
    select user_id::int, day::text, action, unit, 0 as logs, 0 as counted, sum(amount) as amount, 0 as distance, 0 as duration
    from logs where goal_id = ${goalId} and deleted_at is null and unit <> ${unit} and started_at is not null
      and amount > 0 group by user_id, day, action, unit`)
  await tx.update(logs).set({ unit }).where(eq(logs.goal_id, goalId))
  return rows
}
