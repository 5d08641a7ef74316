/**
 * Changes the totals per day: by person and action, and by goal. A transaction takes these locks last, persons before
 * goals.
 */
import { eq } from 'drizzle-orm'
import type { Day } from '../../domain/lib/day.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import type { Transaction } from '../db/database.ts'
import { goalDays } from '../db/schema/days.ts'

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
