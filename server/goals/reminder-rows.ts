/** The reminders of goals, and the facts that decide whether a goal asks for something. */
import { eq } from 'drizzle-orm'
import { type Askable, asksFor } from '../../domain/goals/asks.ts'
import type { GoalStatus } from '../../domain/goals/goal.ts'
import { countsFrom, currentPeriod } from '../../domain/goals/repeat.ts'
import { type Calendar, type Day, dayOf } from '../../domain/lib/day.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import type { GoalReminder } from '../../domain/reminders/goal-api.ts'
import type { GoalTimes } from '../../domain/reminders/goal-times.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { goalReminders } from '../db/schema/reminders.ts'
import type { GoalRow } from '../progress/goal-rows.ts'
import { isAway } from '../reminders/delivery-rows.ts'
import type { DueGoal } from '../reminders/goal-due-rows.ts'

export async function findGoalReminder(db: Handle, goalId: number): Promise<GoalReminder | null> {
  const [row] = await db.select().from(goalReminders).where(eq(goalReminders.goal_id, goalId))
  return row ? { at: row.at, weekdays: row.weekdays, at_night: row.at_night ? 1 : 0 } : null
}

/** Stores the reminder of a goal, or changes it. */
export async function saveGoalReminder(
  tx: Transaction,
  goal: { goal_id: number; user_id: number },
  { at, weekdays, at_night }: GoalTimes,
  dueAt: Date,
  now: Date
): Promise<void> {
  const times = { at, weekdays, at_night: at_night === 1, due_at: dueAt, is_moved: false }
  await tx
    .insert(goalReminders)
    .values({ ...goal, ...times, created_at: now })
    .onConflictDoUpdate({ target: goalReminders.goal_id, set: { ...times, created_at: now } })
}

export async function deleteGoalReminder(tx: Transaction, goalId: number): Promise<void> {
  await tx.delete(goalReminders).where(eq(goalReminders.goal_id, goalId))
}

/** Locks the reminder of a goal. */
export async function lockGoalReminder(
  tx: Transaction,
  goalId: number
): Promise<typeof goalReminders.$inferSelect | null> {
  const [row] = await tx.select().from(goalReminders).where(eq(goalReminders.goal_id, goalId)).for('update')
  return row ?? null
}

/** Moves the next reminder of a goal. */
export async function moveGoalReminder(tx: Transaction, goalId: number, dueAt: Date): Promise<void> {
  await tx.update(goalReminders).set({ due_at: dueAt }).where(eq(goalReminders.goal_id, goalId))
}

/** A goal with what decides on its reminder. */
interface GoalFacts extends Calendar, Pick<GoalRow, 'repeats' | 'is_limit' | 'pauses' | 'unit' | 'amount'> {
  goal_id: number
  user_id: number
  status: GoalStatus
  amount_per_log: number | null
  completions_required: number | null
  distance: number | null
  duration: number
  list: unknown[]
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  amount_done: number
  distance_done: number
  duration_done: number
}

const FACTS = `g.id::int as goal_id, g.user_id::int, g.status, g.repeats, g.is_limit, g.pauses, g.unit, g.amount,
  g.amount_per_log, g.completions_required, g.distance, g.duration, g.list, g.created_at, g.started_at, g.ended_at,
  g.amount_done, g.distance_done, g.duration_done::float8, u.time_zone, u.day_start`

/** A reminder that is due. No other node has it until the transaction ends. */
export type ClaimedReminder = GoalFacts &
  Omit<DueGoal, 'at' | 'until'> & {
    at: string
    weekdays: number[]
    at_night: boolean
    due_at: Date
    is_moved: boolean
    is_gone: boolean
  }

const CLAIM = `
  select ${FACTS}, u.username, u.erased_at is not null or g.deleted_at is not null as is_gone, r.at, r.weekdays,
    r.at_night, r.due_at, r.is_moved, w.channels, w.quiet_from, w.quiet_until, coalesce(w.is_off, false) or ${isAway('$1')} as is_off
  from goal_reminders r join goals g on g.id = r.goal_id join users u on u.id = r.user_id
  left join reminder_settings w on w.user_id = r.user_id
  where r.due_at <= $1 order by r.due_at limit $2 for update of r skip locked`

/** Claims the reminders of goals that have been due longest. */
export async function claimGoalReminders(tx: Transaction, now: Date, most: number): Promise<ClaimedReminder[]> {
  const { rows } = await tx.$client.query<ClaimedReminder>({ text: CLAIM }, [now, most])
  return rows
}

const MOVE = `
  update goal_reminders r set due_at = moved.due_at, is_moved = false
  from jsonb_to_recordset($1::jsonb) as moved(goal_id bigint, due_at timestamptz) where r.goal_id = moved.goal_id`

/** Stores the next times of claimed reminders. */
export async function moveGoalReminders(tx: Transaction, moved: { goal_id: number; due_at: Date }[]): Promise<void> {
  await tx.$client.query({ text: MOVE }, [JSON.stringify(moved)])
}

const SUMS = `
  select goal.id::int, coalesce(sum(d.logs) filter (where d.day >= goal.since), 0)::int as logs,
    coalesce(sum(d.amount) filter (where d.day >= goal.since), 0) as amount,
    coalesce(sum(d.distance) filter (where d.day >= goal.since), 0) as distance,
    coalesce(sum(d.duration) filter (where d.day >= goal.since), 0)::float8 as duration,
    coalesce(bool_or(d.day = goal.today), false) or exists (select from logs l
      where l.goal_id = goal.id and l.status in (1, 3) and l.duration > 0 and l.deleted_at is null) as is_logged
  from jsonb_to_recordset($1::jsonb) as goal(id bigint, since date, until date, today date)
  left join goal_days d on d.goal_id = goal.id and d.day between least(goal.since, goal.today) and goal.until
  group by goal.id, goal.since, goal.today`

type Sums = Contribution & { id: number; logs: number; is_logged: boolean }

/** What a goal is and what was done on a day and in its period. */
export interface Standing {
  goal: Askable
  done: Contribution & { logs: number }
  isLogged: boolean
}

/**
 * Returns where goals stand, with one statement for all.
 * @param dayFor the day of a goal's person
 */
export async function findStandings<Facts extends GoalFacts>(
  db: Handle,
  goals: readonly Facts[],
  dayFor: (goal: Facts) => Day
): Promise<Map<number, Standing>> {
  const asked = goals.map(goal => {
    const today = dayFor(goal)
    const period = goal.repeats && currentPeriod(goal.repeats, today)
    const since = goal.repeats && period ? countsFrom(goal.repeats, period) : today
    return { goal, period, item: { id: goal.goal_id, since, until: period?.to ?? today, today } }
  })
  const { rows } = await db.$client.query<Sums>({ text: SUMS }, [JSON.stringify(asked.map(({ item }) => item))])
  const byId = new Map(rows.map(row => [row.id, row]))
  return new Map(
    asked.map(({ goal, period }) => {
      const { logs = 0, is_logged = false, ...sums } = byId.get(goal.goal_id) ?? { amount: 0, distance: 0, duration: 0 }
      const whole = { amount: goal.amount_done, distance: goal.distance_done, duration: goal.duration_done }
      const askable = { ...goal, ...datesOf(goal), period: period && { ...period, logs } }
      return [goal.goal_id, { goal: askable, done: { ...(period ? sums : whole), logs }, isLogged: is_logged }]
    })
  )
}

const datesOf = ({ created_at, started_at, ended_at }: GoalFacts) => ({
  created_at: created_at.toISOString(),
  started_at: started_at?.toISOString() ?? null,
  ended_at: ended_at?.toISOString() ?? null
})

/** Which of these goals still ask for something now. Those that are gone don't. */
export async function goalsThatAsk(db: Handle, goalIds: readonly number[], now: number): Promise<Set<number>> {
  if (goalIds.length === 0) return new Set()
  const { rows } = await db.$client.query<GoalFacts>(
    `select ${FACTS} from goals g join users u on u.id = g.user_id
     where g.id = any($1::bigint[]) and g.deleted_at is null`,
    [goalIds]
  )
  const standings = await findStandings(db, rows, goal => dayOf(now, goal))
  const asking = rows.filter(goal => {
    const found = standings.get(goal.goal_id)
    return found !== undefined && asksFor(found.goal, found.done, found.isLogged, dayOf(now, goal), goal)
  })
  return new Set(asking.map(({ goal_id }) => goal_id))
}

/** Where my goal stands on a day; null when I have no such goal. */
export async function findStandingOn(db: Handle, userId: number, goalId: number, day: Day): Promise<Standing | null> {
  const { rows } = await db.$client.query<GoalFacts>(
    `select ${FACTS} from goals g join users u on u.id = g.user_id
     where g.id = $1 and g.user_id = $2 and g.deleted_at is null`,
    [goalId, userId]
  )
  return (await findStandings(db, rows, () => day)).get(goalId) ?? null
}
