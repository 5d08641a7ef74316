import { and, desc, eq, isNull, like, ne, sql } from 'drizzle-orm'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { copyKey, templateOf } from '../../domain/session-goals/attach.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { updateRows } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { goals } from '../db/schema/goals.ts'
import { participantTotals } from '../db/schema/sessions.ts'
import type { Slice } from '../lib/paging.ts'
import type { GoalRow } from '../progress/goal-rows.ts'

/** Whether the goal is a copy of one in a hidden group of the plan (D-98). */
const isOfHidden = sql`exists (
  select from sessions s, jsonb_path_query(s.plan, '$.tasks[*] ? (@.hidden == 1).parts[*].uuid') as hidden(uuid)
  where s.id = ${goals.session_id} and hidden.uuid #>> '{}' = ${goals.task_uuid})`

/** Goals that people attached to a session, the newest first. Copies of hidden goals are for hosts and their owners. */
export function listMemberGoals(
  db: Database,
  { sessionId, viewerId, isHost }: { sessionId: number; viewerId: number | null; isHost: boolean },
  slice: Slice
) {
  const isSeen = isHost ? undefined : sql`(${goals.user_id} = ${viewerId ?? -1} or not ${isOfHidden})`
  return db
    .select({ goal: goals, username: users.username })
    .from(goals)
    .innerJoin(users, eq(users.id, goals.user_id))
    .where(and(eq(goals.session_id, sessionId), isNull(goals.deleted_at), isSeen))
    .orderBy(desc(goals.id))
    .limit(slice.limit)
    .offset(slice.offset)
}

interface Ticks {
  sessionId: number
  userId: number
  task: { uuid: string; action: string }
  items: string[]
}

/** Stores the list items that one participant has ticked on a goal of the plan. */
export async function saveTicks(tx: Transaction, { sessionId, userId, task, items }: Ticks): Promise<void> {
  const mine = and(
    eq(participantTotals.session_id, sessionId),
    eq(participantTotals.user_id, userId),
    eq(participantTotals.task_uuid, task.uuid)
  )
  // Totals are also kept by action. Ticks belong to the goal's current action, so those under an earlier one are
  // cleared.
  await updateRows(tx, participantTotals, and(mine, ne(participantTotals.action, task.action)), { list_progress: [] })
  await tx
    .insert(participantTotals)
    .values({ session_id: sessionId, user_id: userId, task_uuid: task.uuid, action: task.action, list_progress: items })
    .onConflictDoUpdate({
      target: [
        participantTotals.session_id,
        participantTotals.user_id,
        participantTotals.task_uuid,
        participantTotals.action
      ],
      set: { list_progress: sql`excluded.list_progress` }
    })
}

/** Stores the list of a goal and raises its revision. */
export async function saveList(tx: Transaction, goal: GoalRow, list: GoalRow['list'], now: Date): Promise<void> {
  const revision = goal.revision + 1
  await tx.update(goals).set({ list, revision, updated_at: now }).where(eq(goals.id, goal.id))
}

/**
 * Attaches a goal to a session. The caller has locked the room (D-101).
 * @param taskUuid the goal of the plan that its progress counts for
 */
export async function attachGoal(
  tx: Transaction,
  goalId: number,
  sessionId: number,
  taskUuid: string | null,
  now: Date
): Promise<void> {
  await updateRows(tx, goals, eq(goals.id, goalId), { session_id: sessionId, task_uuid: taskUuid, updated_at: now })
}

/** My open copies of a session's templates, by the uuid of the template. */
export async function findCopies(
  db: Handle,
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
  return new Map(rows.map(({ copied_from, ...row }) => [templateOf(copied_from, sessionId) ?? '', row]))
}
