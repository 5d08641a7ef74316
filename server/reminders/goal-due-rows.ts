/** Reminds people of their goals, many at once. One statement writes all rows of their inboxes. */
import { type Choices, channelsOf, choicesInForce } from '../../domain/reminders/kinds.ts'
import type { Transaction } from '../db/database.ts'
import { quietOf } from './delivery-rows.ts'
import { queueDeliveries } from './queue-rows.ts'
import { byReminder } from './reminder-rows.ts'

/** A goal that is due, and its person with their settings. */
export interface DueGoal {
  goal_id: number
  user_id: number
  username: string
  time_zone: string
  /** When the reminder is due and when it is too late for it, in ms since 1970. */
  at: number
  until: number
  channels: Choices | null
  quiet_from: string | null
  quiet_until: string | null
  is_off: boolean
}

const TELL = `
  insert into reminders (user_id, kind, goal_id, at, told_at, until, is_listed)
  select user_id, 'goal_due', goal_id, at, $1, until, is_listed
  from jsonb_to_recordset($2::jsonb) as
    goal(user_id bigint, goal_id bigint, at timestamptz, until timestamptz, is_listed boolean)
  order by user_id, goal_id
  on conflict on constraint reminders_once do update
  set at = excluded.at, told_at = excluded.told_at, until = excluded.until, is_listed = excluded.is_listed, times = 1,
    read_at = null
  where reminders.at <> excluded.at
  returning id::int, goal_id::int`

/** Reminds people of goals. Returns the usernames whose inboxes changed, for `tellInboxes` after the commit. */
export async function remindOfGoals(tx: Transaction, due: readonly DueGoal[], now: number): Promise<string[]> {
  const told = due
    .map(goal => ({ ...goal, by: channelsOf(choicesInForce(goal.channels ?? {}, goal.is_off), 'goal_due') }))
    .filter(({ by }) => by.length > 0)
  if (told.length === 0) return []
  const rows = told.map(({ user_id, goal_id, at, until, by }) => ({
    ...{ user_id, goal_id, at: new Date(at), until: new Date(until), is_listed: by.includes('page') }
  }))
  const { rows: written } = await tx.$client.query<{ id: number; goal_id: number }>({ text: TELL }, [
    new Date(now),
    JSON.stringify(rows)
  ])
  const byGoal = new Map(told.map(goal => [goal.goal_id, { ...goal, quiet: quietOf(goal) }]))
  await queueDeliveries(
    tx,
    'goal_due',
    byReminder(written, ({ goal_id }) => byGoal.get(goal_id)),
    now
  )
  return told.filter(({ by }) => by.includes('page')).map(({ username }) => username)
}

/** Marks the reminder of a goal as read, once its notification was answered. Returns false when there is none. */
export async function answerReminder(tx: Transaction, goalId: number, at: Date, now: Date): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `update reminders set read_at = coalesce(read_at, $3) where kind = 'goal_due' and goal_id = $1 and at = $2`,
    [goalId, at, now]
  )
  return rowCount === 1
}
