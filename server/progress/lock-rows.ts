/**
 * Locks on rooms, and on goals together with rooms. Only goal-rows.ts and this file lock these tables. Every
 * transaction takes its locks in this order: activity, rooms by id, goals by id, logs by id, balances by person, days
 * (day-rows.ts). A transaction that locks goals of a room locks all of them at once, before it changes any log.
 */
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { copyKey, sessionOf } from '../../domain/session-goals/attach.ts'
import { columnsToRead } from '../db/columns.ts'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { goals } from '../db/schema/goals.ts'
import { logs } from '../db/schema/logs.ts'
import { sessions } from '../db/schema/sessions.ts'
import { isOneOf, isOneOfGiven } from '../lib/paging.ts'
import type { SessionRow } from '../realtime/room-rows.ts'
import { findGoalRow, type GoalRow, lockGoal, NO_SUCH_GOAL } from './goal-rows.ts'
import { isOpen } from './open-log-rows.ts'

const lockedRoom = prepared((tx: Transaction) =>
  tx
    .select(columnsToRead(sessions))
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('id')))
    .for('update')
)

/** Locks the session's row and returns it. Everything that changes a room calls this first. */
export async function lockRoom(tx: Transaction, id: number): Promise<SessionRow> {
  const [row] = await lockedRoom(tx).execute({ id })
  return row ?? refuse({ kind: 'notFound' })
}

/** Locks those sessions of an activity that match, and returns their ids. The caller has locked the activity. */
export async function lockRoomsOf(tx: Transaction, activityId: number, fits?: SQL): Promise<number[]> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.activity_id, activityId), fits))
    .orderBy(sessions.id)
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** Locks all dates of a series. The caller has locked the series. */
export async function lockDatesOf(tx: Transaction, seriesId: number): Promise<void> {
  await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.series_id, seriesId))
    .orderBy(sessions.id)
    .for('update')
}

/** Locks the goals that these logs count for. The caller has locked the room of the logs, if they have one. */
export async function lockGoalsOfLogs(tx: Transaction, logIds: number[]): Promise<void> {
  await tx
    .select({ id: goals.id })
    .from(goals)
    .where(sql`${goals.id} in (select ${logs.goal_id} from ${logs} where ${isOneOf(sql`${logs.id}`, logIds)})`)
    .orderBy(goals.id)
    .for('update')
}

/**
 * Locks every goal that is attached to a room or has an open log there. The caller has locked the room, so no other
 * goal can join meanwhile.
 * @param userId null for the goals of everyone
 */
export async function lockGoalsInRoom(tx: Transaction, sessionId: number, userId: number | null): Promise<void> {
  const ofPerson = userId === null ? undefined : eq(logs.user_id, userId)
  const isMember = userId === null ? undefined : eq(goals.user_id, userId)
  const logged = tx
    .select({ id: logs.goal_id })
    .from(logs)
    .where(and(eq(logs.session_id, sessionId), ofPerson, isNotNull(logs.goal_id), isOpen))
  const attached = tx
    .select({ id: goals.id })
    .from(goals)
    .where(and(eq(goals.session_id, sessionId), isMember))
  await tx
    .select({ id: goals.id })
    .from(goals)
    .where(sql`${goals.id} in (${logged} union ${attached})`)
    .orderBy(goals.id)
    .for('update')
}

/** Locks my goal and every room it was ever logged in: a timer may still run in a room that it is detached from. */
export async function lockGoalInAllRooms(tx: Transaction, userId: number, id: number): Promise<GoalRow> {
  const { session_id } = (await findGoalRow(tx, userId, id)) ?? refuse({ kind: 'notFound' })
  const rooms = await lockRoomsOfGoal(tx, and(eq(logs.goal_id, id), isNull(logs.deleted_at)), session_id)
  const goal = (await lockGoal(tx, userId, id)) ?? refuse(NO_SUCH_GOAL)
  if (goal.session_id !== null && !rooms.has(goal.session_id)) {
    refuse({ kind: 'conflict', message: 'This goal was added to a session in the meantime. Please try again.' })
  }
  return goal
}

/** Like `lockGoalInAllRooms`, for a goal of mine that was deleted after `since`; null when there is none. */
export async function lockDeletedGoal(
  tx: Transaction,
  userId: number,
  id: number,
  since: Date
): Promise<(GoalRow & { deleted_at: Date }) | null> {
  const isDeleted = and(eq(goals.id, id), eq(goals.user_id, userId), gt(goals.deleted_at, since))
  const [found] = await tx.select().from(goals).where(isDeleted)
  if (!found) return null
  await lockRoomsOfGoal(tx, eq(logs.goal_id, id), sessionOf(found.copied_from))
  const [goal] = await tx.select().from(goals).where(isDeleted).for('update')
  return goal?.deleted_at ? { ...goal, deleted_at: goal.deleted_at } : null
}

/** Locks the rooms in which these logs were made, and the given room. Returns their ids. */
async function lockRoomsOfGoal(
  tx: Transaction,
  isLog: SQL | undefined,
  sessionId: number | null
): Promise<Set<number>> {
  const rows = await tx
    .selectDistinct({ id: sql<number>`${logs.session_id}`.mapWith(Number) })
    .from(logs)
    .where(and(isLog, isNotNull(logs.session_id)))
  const rooms = new Set(rows.map(row => row.id))
  if (sessionId !== null) rooms.add(sessionId)
  if (rooms.size > 0) {
    const isRoom = isOneOf(sql`${sessions.id}`, [...rooms])
    await tx.select({ id: sessions.id }).from(sessions).where(isRoom).orderBy(sessions.id).for('update')
  }
  return rooms
}

/** Locks and returns the open copies that these people have of goals in a session's plan. */
export async function lockCopies(
  tx: Transaction,
  sessionId: number,
  people: number[],
  tasks: string[]
): Promise<GoalRow[]> {
  if (tasks.length === 0) return []
  return copiesOf(tx).execute({
    people: JSON.stringify(people),
    keys: JSON.stringify(tasks.map(task => copyKey(sessionId, task)))
  })
}

const copiesOf = prepared((tx: Transaction) =>
  tx
    .select()
    .from(goals)
    .where(
      and(
        isOneOfGiven(goals.user_id, 'people'),
        sql`${goals.copied_from} in (select jsonb_array_elements_text(${sql.placeholder('keys')}::jsonb))`,
        eq(goals.status, GoalStatus.Open),
        isNull(goals.deleted_at)
      )
    )
    .orderBy(goals.id)
    .for('update')
)
