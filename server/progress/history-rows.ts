/** Reads the totals per day of goals. */
import { sql } from 'drizzle-orm'
import type { Repeats } from '../../domain/goals/fields.ts'
import { type Clean, cleanOf, isLimited, isNone } from '../../domain/goals/limit.ts'
import { countsFrom, currentPeriod, type DayDone } from '../../domain/goals/repeat.ts'
import { type Calendar, type Day, dayOf } from '../../domain/lib/day.ts'
import { roundMiles } from '../../domain/lib/distance.ts'
import type { GoalTotals } from '../../domain/logs/goal-totals.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import type { Database, Handle } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { threeDecimals } from '../lib/three-decimals.ts'
import type { GoalRow } from './goal-rows.ts'

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
