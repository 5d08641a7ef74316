/** Totals per day: by person and action, and by goal. A transaction takes these locks last, persons before goals. */
import { eq, sql } from 'drizzle-orm'
import { type Clean, cleanOf, isLimited, isNone } from '../../domain/goals/limit.ts'
import { countsFrom, currentPeriod, type DayDone, type Repeats } from '../../domain/goals/repeat.ts'
import { type Calendar, type Day, dayOf } from '../../domain/lib/day.ts'
import { roundMiles } from '../../domain/lib/distance.ts'
import type { GoalTotals } from '../../domain/logs/api.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { goalDays } from '../db/schema/days.ts'
import { threeDecimals } from '../lib/three-decimals.ts'
import type { GoalRow } from './goal-rows.ts'

/** A difference to add to a total. `logs` counts all logs, `counted` only those that have started. */
export type Sum = Contribution & { logs: number; counted: number }
export type OfUser = Sum & { user_id: number; day: Day; action: string; unit: string }
type OfGoal = Sum & { goal_id: number; day: Day }

const SUMS = 'counted int, amount float8, distance float8, duration bigint'
const ADDED = `logs = total.logs + excluded.logs, amount = total.amount + excluded.amount,
    distance = total.distance + excluded.distance, duration = total.duration + excluded.duration`

const ADD_TO_USER_DAYS = `
  insert into user_days as total (user_id, day, action, logs, amount, distance, duration)
  select user_id, day, action, sum(counted), sum(amount), sum(distance), sum(duration)
  from jsonb_to_recordset($1::jsonb) as item(user_id bigint, day date, action text, ${SUMS})
  group by user_id, day, action order by user_id, day, action
  on conflict (user_id, day, action) do update set ${ADDED}`

const ADD_TO_USER_AMOUNTS = `
  insert into user_amounts as total (user_id, day, action, unit, amount)
  select user_id, day, action, unit, sum(amount)
  from jsonb_to_recordset($1::jsonb) as item(user_id bigint, day date, action text, unit text, amount float8)
  group by user_id, day, action, unit order by user_id, day, action, unit
  on conflict (user_id, day, action, unit) do update set amount = total.amount + excluded.amount`

const ADD_TO_GOAL_DAYS = `
  insert into goal_days as total (goal_id, day, logs, amount, distance, duration)
  select goal_id, day, counted, amount, distance, duration
  from jsonb_to_recordset($1::jsonb) as item(goal_id bigint, day date, ${SUMS})
  order by goal_id, day
  on conflict (goal_id, day) do update set ${ADDED}`

const FORGET_USER_DAYS = `
  delete from user_days total using jsonb_to_recordset($1::jsonb) as item(user_id bigint, day date, action text)
  where total.user_id = item.user_id and total.day = item.day and total.action = item.action and total.logs = 0`

/** Amounts have three decimals, so a remainder below 0.0005 is a rounding residue. */
const FORGET_USER_AMOUNTS = `
  delete from user_amounts total
  using jsonb_to_recordset($1::jsonb) as item(user_id bigint, day date, action text, unit text)
  where total.user_id = item.user_id and total.day = item.day and total.action = item.action
    and total.unit = item.unit and total.amount < 0.0005`

const FORGET_GOAL_DAYS = `
  delete from goal_days total using jsonb_to_recordset($1::jsonb) as item(goal_id bigint, day date)
  where total.goal_id = item.goal_id and total.day = item.day and total.logs = 0`

/** Adds to the days of persons and goals, and deletes days that have no logs left. */
export async function addToDays(tx: Transaction, ofUsers: OfUser[], ofGoals: OfGoal[]): Promise<void> {
  await change(tx, ofUsers, ADD_TO_USER_DAYS, FORGET_USER_DAYS)
  await addAmounts(tx, ofUsers)
  await change(tx, ofGoals, ADD_TO_GOAL_DAYS, FORGET_GOAL_DAYS)
}

async function change(tx: Transaction, sums: Sum[], add: string, forget: string): Promise<void> {
  const changes = sums.filter(({ counted, amount, distance, duration }) => counted || amount || distance || duration)
  if (changes.length > 0) await tx.$client.query({ text: add }, [JSON.stringify(changes)])
  const fewer = changes.filter(({ counted }) => counted < 0)
  if (fewer.length > 0) await tx.$client.query({ text: forget }, [JSON.stringify(fewer)])
}

async function addAmounts(tx: Transaction, sums: OfUser[]): Promise<void> {
  const changes = sums.filter(({ amount }) => amount !== 0)
  if (changes.length > 0) await tx.$client.query({ text: ADD_TO_USER_AMOUNTS }, [JSON.stringify(changes)])
  const fewer = changes.filter(({ amount }) => amount < 0)
  if (fewer.length > 0) await tx.$client.query({ text: FORGET_USER_AMOUNTS }, [JSON.stringify(fewer)])
}

/** Moves amounts to another unit; `sums` have the old unit. */
export async function moveAmounts(tx: Transaction, sums: OfUser[], unit: string): Promise<void> {
  await addAmounts(tx, [...sums.map(negative), ...sums.map(sum => ({ ...sum, unit }))])
}

/** Subtracts everything that a goal's deleted logs counted from its days. */
export async function takeOutOfDays(tx: Transaction, goalId: number, sums: OfUser[]): Promise<void> {
  await change(tx, sums.map(negative), ADD_TO_USER_DAYS, FORGET_USER_DAYS)
  await addAmounts(tx, sums.map(negative))
  await tx.delete(goalDays).where(eq(goalDays.goal_id, goalId))
}

function negative(sum: OfUser): OfUser {
  const { logs, counted, amount, distance, duration } = sum
  return { ...sum, logs: -logs, counted: -counted, amount: -amount, distance: -distance, duration: -duration }
}

/** Totals of the current period for each goal that repeats, by goal id. */
export async function findPeriods(
  db: Handle,
  goals: { id: number; repeats: Repeats | null; is_limit: boolean }[],
  today: Day
): Promise<Map<number, NonNullable<GoalTotals['period']>>> {
  const asked = goals.flatMap(({ id, repeats, is_limit }) => {
    if (!repeats) return []
    const period = currentPeriod(repeats, today)
    return [{ id, ...period, since: is_limit ? period.from : countsFrom(repeats, period) }]
  })
  if (asked.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number; logs: number } & Contribution & Record<string, unknown>>(sql`
    select item.id::int, coalesce(sum(d.logs), 0)::int as logs, coalesce(sum(d.amount), 0) as amount,
      coalesce(sum(d.distance), 0) as distance, coalesce(sum(d.duration), 0)::float8 as duration
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as item(id bigint, since date, "to" date)
    left join goal_days d on d.goal_id = item.id and d.day between item.since and item."to"
    group by item.id`)
  return new Map(
    rows.flatMap(({ id, logs, amount, distance, duration }) => {
      const period = asked.find(one => one.id === id)
      if (!period) return []
      const { from, to } = period
      return [[id, { from, to, logs, amount: threeDecimals(amount), distance: roundMiles(distance), duration }]]
    })
  )
}

/** The time without slips of each goal whose limit is none (D-153), by goal id. */
export async function findClean(
  db: Handle,
  goals: Pick<
    GoalRow,
    'id' | 'is_limit' | 'amount' | 'distance' | 'duration' | 'repeats' | 'started_at' | 'created_at'
  >[],
  owner: Calendar
): Promise<Map<number, Clean>> {
  const asked = goals.filter(isNone)
  if (asked.length === 0) return new Map()
  const ids = asked.map(({ id }) => id)
  const { rows } = await db.execute<{ id: number; days: Day[] }>(sql`
    select goal_id::int as id, array_agg(day::text order by day) as days from goal_days
    where goal_id = any(${sql.param(ids)}::bigint[]) and (amount > 0 or distance > 0 or duration > 0)
    group by goal_id`)
  const slips = new Map(rows.map(({ id, days }) => [id, days]))
  return new Map(
    asked.map(({ id, repeats, started_at, created_at }) => [
      id,
      cleanOf(
        (slips.get(id) ?? []).filter(day => isLimited(repeats, day)),
        dayOf((started_at ?? created_at).getTime(), owner)
      )
    ])
  )
}

/** Totals of each day of a goal, the earliest first. */
export async function listGoalDays(db: Database, goalId: number): Promise<DayDone[]> {
  const { rows } = await db.execute<DayDone & Record<string, unknown>>(sql`
    select day::text, logs, amount, distance, duration::float8 from goal_days where goal_id = ${goalId} order by day`)
  return rows
}

/** The first day on which something was done for a goal. */
export async function findFirstDay(db: Database, goalId: number): Promise<Day | null> {
  const [row] = await selectRows<{ first: Day | null }>(
    db,
    sql`select min(day)::text as first from goal_days where goal_id = ${goalId}`
  )
  return row?.first ?? null
}

/** Running totals of a goal at the end of each step (in days) that has logs. Days after `today` count as today. */
export async function listSteps(
  db: Database,
  goalId: number,
  { from, step, today }: { from: Day; step: number; today: Day }
): Promise<(Contribution & { day: Day })[]> {
  const rows = await selectRows<Contribution & { day: Day }>(
    db,
    sql`
    select day::text, sum(amount) over steps as amount, sum(distance) over steps as distance,
      (sum(duration) over steps)::float8 as duration
    from (
      select least(${from}::date + (day - ${from}::date) / ${step}::int * ${step}::int + ${step}::int - 1, ${today}::date) as day,
        sum(amount) as amount, sum(distance) as distance, sum(duration) as duration
      from goal_days where goal_id = ${goalId} group by 1) step
    window steps as (order by day) order by day`
  )
  return rows.map(row => ({ ...row, amount: threeDecimals(row.amount), distance: roundMiles(row.distance) }))
}
