import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { GoalStatus } from '../../domain/goals/goal.ts'
import type { Placed } from '../../domain/goals/order.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { prepared, preparedInserts } from '../db/prepared.ts'
import { goals } from '../db/schema/goals.ts'
import { sessions } from '../db/schema/sessions.ts'
import type { Slice } from '../lib/paging.ts'
import { type GoalRow, lockOpenGoals } from '../progress/goal-rows.ts'

export type NewGoal = typeof goals.$inferInsert
/** A goal with the session it is attached to, if any. */
export interface GoalWithSession {
  goal: GoalRow
  session: { id: number; title: string; slug: string } | null
  /** Whether a timer of it runs or is paused; missing if that was not read. */
  has_open?: boolean
}

/** A longer dropdown is no help. */
const MOST_OFFERED = 200

const attached = { id: sessions.id, title: sessions.title, slug: sessions.slug }

/** Few goals have an open timer, so a list need not read timers with another statement. */
const hasOpen = sql<boolean>`exists (select from logs l
  where l.goal_id = goals.id and l.status in (1, 3) and l.duration > 0 and l.deleted_at is null)`

const place = sql<number>`coalesce(${goals.place}, ${goals.id})`

const myGoals = prepared(db =>
  db
    .select({ goal: goals, session: attached, has_open: hasOpen })
    .from(goals)
    .leftJoin(sessions, eq(sessions.id, goals.session_id))
    .where(and(eq(goals.user_id, sql.placeholder('user')), isNull(goals.deleted_at)))
    .orderBy(goals.status, sql`${place} desc`)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
)

/** My goals, the open ones first, in their own order. */
export function listGoals(db: Database, user: number, slice: Slice): Promise<GoalWithSession[]> {
  return myGoals(db).execute({ user, ...slice })
}

const myCounts = prepared(db =>
  db
    .select({ status: goals.status, count: sql<number>`count(*)::int` })
    .from(goals)
    .where(and(eq(goals.user_id, sql.placeholder('user')), isNull(goals.deleted_at)))
    .groupBy(goals.status)
)

/** How many goals have each status. A status without goals is missing. */
export function countGoals(db: Database, user: number): Promise<{ status: GoalStatus; count: number }[]> {
  return myCounts(db).execute({ user })
}

/** Locks the open goals of a person, and returns their places. */
export async function lockPlaces(tx: Transaction, userId: number): Promise<Placed[]> {
  await lockOpenGoals(tx, userId)
  return tx
    .select({ id: goals.id, place: place.mapWith(Number) })
    .from(goals)
    .where(and(eq(goals.user_id, userId), eq(goals.status, GoalStatus.Open), isNull(goals.deleted_at)))
    .orderBy(goals.id)
}

/** Stores the places of goals. */
export async function placeGoals(tx: Transaction, places: readonly Placed[]): Promise<void> {
  const [ids, at] = [places.map(({ id }) => id), places.map(({ place }) => place)]
  await tx.execute(sql`
    update goals set place = moved.place
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(at)}::bigint[]) as moved (id, place)
    where goals.id = moved.id`)
}

/** My goals that are attached to a session, even completed ones, the newest first. */
export function listAttached(db: Database, userId: number, sessionId: number): Promise<GoalWithSession[]> {
  return db
    .select({ goal: goals, session: attached })
    .from(goals)
    .leftJoin(sessions, eq(sessions.id, goals.session_id))
    .where(and(eq(goals.user_id, userId), eq(goals.session_id, sessionId), isNull(goals.deleted_at)))
    .orderBy(desc(goals.id))
    .limit(MOST_OFFERED)
}

/** My goals that can be attached to a session (D-101), the newest first. */
export async function listUnattached(db: Database, userId: number): Promise<GoalWithSession[]> {
  const rows = await db
    .select()
    .from(goals)
    .where(
      and(
        eq(goals.user_id, userId),
        eq(goals.status, GoalStatus.Open),
        isNull(goals.session_id),
        isNull(goals.deleted_at)
      )
    )
    .orderBy(desc(goals.id))
    .limit(MOST_OFFERED)
  return rows.map(goal => ({ goal, session: null }))
}

/** My goal by id; someone else's is not found (D-130). */
export async function findGoal(db: Handle, userId: number, id: number): Promise<GoalWithSession | null> {
  const [row] = await db
    .select({ goal: goals, session: attached })
    .from(goals)
    .leftJoin(sessions, eq(sessions.id, goals.session_id))
    .where(and(eq(goals.id, id), eq(goals.user_id, userId), isNull(goals.deleted_at)))
  return row ?? null
}

export async function findGoalsByKeys(tx: Handle, userId: number, keys: string[]): Promise<GoalWithSession[]> {
  return tx
    .select({ goal: goals, session: attached })
    .from(goals)
    .leftJoin(sessions, eq(sessions.id, goals.session_id))
    .where(and(eq(goals.user_id, userId), sql`${goals.request_key} = any(${sql.param(keys)}::text[])`))
    .orderBy(goals.id)
}

export const insertGoals = preparedInserts(goals)

export async function updateGoalRow(tx: Transaction, id: number, change: Partial<NewGoal>): Promise<GoalRow> {
  const [row] = await tx.update(goals).set(change).where(eq(goals.id, id)).returning()
  if (!row) throw new Error(`goal ${id} is gone`)
  return row
}
