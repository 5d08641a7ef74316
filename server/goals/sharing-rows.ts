/** The goals that people share, with whom, and the cheers for them (D-163). */
import { and, count, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Sharing } from '../../domain/goals/api.ts'
import { type DayDone, metInARow, periodsOf, streakWith } from '../../domain/goals/repeat.ts'
import type { SharedGoal } from '../../domain/goals/sharing-api.ts'
import { type Calendar, type Day, dayOf } from '../../domain/lib/day.ts'
import { roundMiles } from '../../domain/lib/distance.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { deleteRows, insertIfNew } from '../db/rows.ts'
import { goalCheers, goalShares } from '../db/schema/goals.ts'
import { groupMembers } from '../db/schema/groups.ts'
import type { Dependencies } from '../dependencies.ts'
import { threeDecimals } from '../lib/three-decimals.ts'
import type { GoalRow } from '../progress/goal-rows.ts'

interface SharedRow
  extends Omit<SharedGoal, 'met_in_a_row' | 'done' | 'cheers' | 'cheered'>,
    Calendar,
    Pick<GoalRow, 'pauses' | 'created_at' | 'started_at' | 'amount_done' | 'distance_done' | 'duration_done'> {
  /** The days with logs of a goal that repeats. */
  days: DayDone[]
  /** The latest days with cheers. */
  cheered_on: { day: Day; cheers: number; is_mine: boolean }[]
}

type Viewer = { id: number } | null

/** Goals `g` that a person shows on their profile. */
export const ofOwner = (ownerId: number): SQL => sql`g.user_id = ${ownerId} and g.is_public`

const WEEK = 7 * 86_400_000
const isRecent = (now: number): SQL => sql`(g.status = 1 or g.completed_at > ${new Date(now - WEEK)})`

/** Goals `g` that are shared with a group. A completed one stays for a week. */
export const ofGroup = (groupId: number, now: number): SQL => sql`${isRecent(now)}
  and exists (select from goal_shares s where s.goal_id = g.id and s.group_id = ${groupId})`

/** Goals `g` that others share with this person, directly or through a group. A completed one stays for a week. */
export const withPerson = ({ id }: { id: number }, now: number): SQL => sql`${isRecent(now)}
  and g.user_id <> ${id} and ${isSharedWith(id)}`

const isSharedWith = (id: number): SQL => sql`exists (select from goal_shares s where s.goal_id = g.id
  and (s.user_id = ${id} or s.group_id in (select m.group_id from group_members m where m.user_id = ${id})))`

/**
 * A blocked person sees nothing of the owner (D-164), and nobody sees goals of people whom they mute. After an admin
 * has removed everything of a person, only they see their goals.
 */
const isBetween = (viewer: Viewer): SQL => sql`not exists (select from mutes m
  where (m.user_id = g.user_id and m.muted_id = ${viewer?.id ?? -1} and m.is_block)
    or (m.user_id = ${viewer?.id ?? -1} and m.muted_id = g.user_id))
  and (g.user_id = ${viewer?.id ?? -1}
    or not exists (select from removals r where r.user_id = g.user_id and r.state <> 'restoring'))`

const CHEERS_OF_UNBLOCKED = sql`not exists (select from mutes m
  where m.user_id = g.user_id and m.muted_id = c.user_id and m.is_block)`

const cheersOn = (goalId: number, day: Day): SQL => sql`(select count(*)::int
  from goal_cheers c join goals g on g.id = c.goal_id
  where c.goal_id = ${goalId} and c.day = ${day} and ${CHEERS_OF_UNBLOCKED})`

/** The open goals first, in the order of their owner. */
export async function listSharedGoals(
  { db, clock }: Dependencies,
  viewer: Viewer,
  which: SQL,
  most: number
): Promise<SharedGoal[]> {
  const now = clock.now()
  const rows = await selectRows<SharedRow>(
    db,
    sql`select g.id::int, u.username, u.time_zone, u.day_start, g.title, g.status, g.unit, g.amount, g.amount_per_log,
        g.completions_required, g.distance, g.duration, g.is_limit::int, g.repeats, g.pauses, g.created_at, g.started_at, g.amount_done,
        g.distance_done, g.duration_done::float8, jsonb_array_length(g.list) as items_count,
        (select count(*)::int from jsonb_array_elements(g.list) item where item ->> 'done' = '1') as items_ticked,
        (select coalesce(json_agg(json_build_object('day', d.day, 'logs', d.logs, 'amount', d.amount,
            'distance', d.distance, 'duration', d.duration)), '[]')
          from goal_days d where d.goal_id = g.id and g.repeats is not null) as days,
        (select coalesce(json_agg(latest), '[]') from (
          select c.day, count(*)::int as cheers, bool_or(c.user_id = ${viewer?.id ?? -1}) as is_mine
          from goal_cheers c where c.goal_id = g.id and ${CHEERS_OF_UNBLOCKED}
          group by c.day order by c.day desc limit 2) latest) as cheered_on
      from goals g join users u on u.id = g.user_id
      where g.deleted_at is null and ${which} and ${isBetween(viewer)}
      order by g.status, coalesce(g.place, g.id) desc limit ${most}`
  )
  return rows.map(row => {
    const { pauses, created_at, started_at, amount_done, distance_done, duration_done, ...rest } = row
    const { days, cheered_on, time_zone, day_start, ...goal } = rest
    const owner = { time_zone, day_start }
    const today = dayOf(now, owner)
    const first = dayOf((started_at ?? created_at).getTime(), owner)
    const [done, met_in_a_row] = progressOf({ ...goal, pauses }, days, first, today)
    const all = done ?? { amount: amount_done, distance: distance_done, duration: duration_done }
    const cheered = cheered_on.find(({ day }) => day === today)
    const cheers = { cheers: cheered?.cheers ?? 0, cheered: cheered?.is_mine ? (1 as const) : (0 as const) }
    return { ...goal, done: rounded(all), met_in_a_row, ...cheers }
  })
}

/** What was done in the current period, and how many periods in a row were met; null and 0 without periods. */
function progressOf(
  goal: Pick<
    SharedGoal,
    'repeats' | 'is_limit' | 'unit' | 'amount' | 'distance' | 'duration' | 'completions_required'
  > &
    Pick<GoalRow, 'pauses'>,
  days: DayDone[],
  made: Day,
  today: Day
): [Contribution | null, number] {
  const { repeats } = goal
  if (!repeats) return [null, 0]
  const first = days.reduce((earliest, { day }) => (day < earliest ? day : earliest), made)
  const [current, ...before] = periodsOf({ ...goal, repeats }, days, first, today)
  return current ? [current, streakWith(goal, current, metInARow(before))] : [null, 0]
}

function rounded({ amount, distance, duration }: Contribution): Contribution {
  return { amount: threeDecimals(amount), distance: roundMiles(distance), duration: Math.round(duration) }
}

/** With whom a person shares their goal, and which groups they are in. */
export async function findSharing(
  db: Handle,
  { id, user_id, is_public }: Pick<GoalRow, 'id' | 'user_id' | 'is_public'>,
  today: Day
): Promise<Sharing> {
  const { rows } = await db.execute<Omit<Sharing, 'everyone'> & Record<string, unknown>>(sql`select
    (select coalesce(json_agg(u.username order by s.id), '[]') from goal_shares s join users u on u.id = s.user_id
      where s.goal_id = ${id}) as shared_with,
    (select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title, 'is_shared', (s.id is not null)::int)
        order by r.title, r.id), '[]')
      from group_members m join groups r on r.id = m.group_id
      left join goal_shares s on s.goal_id = ${id} and s.group_id = r.id where m.user_id = ${user_id}) as groups,
    ${cheersOn(id, today)} as cheers`)
  const { shared_with = [], groups = [], cheers = 0 } = rows[0] ?? {}
  return { everyone: is_public ? 1 : 0, shared_with, groups, cheers }
}

/** Whether a person is in a group, and stays in it until the transaction ends. */
export async function lockMembership(tx: Transaction, userId: number, groupId: number): Promise<boolean> {
  const isMember = and(eq(groupMembers.group_id, groupId), eq(groupMembers.user_id, userId))
  const rows = await tx.select({ id: groupMembers.group_id }).from(groupMembers).where(isMember).for('key share')
  return rows.length > 0
}

export async function countShares(tx: Transaction, goalId: number): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(goalShares).where(eq(goalShares.goal_id, goalId))
  return row?.count ?? 0
}

/** Sharing twice changes nothing. */
export async function insertShare(tx: Transaction, share: typeof goalShares.$inferInsert): Promise<void> {
  await insertIfNew(tx, goalShares, share)
}

/** @param whom all people and groups when it is empty */
export async function deleteShares(
  tx: Transaction,
  goalId: number,
  whom: { user_id?: number; group_id?: number }
): Promise<void> {
  const { goal_id, user_id, group_id } = goalShares
  const isUser = whom.user_id === undefined ? undefined : eq(user_id, whom.user_id)
  const isGroup = whom.group_id === undefined ? undefined : eq(group_id, whom.group_id)
  await deleteRows(tx, goalShares, and(eq(goal_id, goalId), isUser, isGroup))
}

/** The owner of a goal that this person may see, and its calendar. */
export async function findSeenGoal(
  tx: Transaction,
  viewer: { id: number },
  goalId: number
): Promise<(Calendar & { user_id: number }) | null> {
  const { rows } = await tx.execute<Calendar & { user_id: number } & Record<string, unknown>>(sql`
    select g.user_id::int, u.time_zone, u.day_start from goals g join users u on u.id = g.user_id
    where g.id = ${goalId} and g.deleted_at is null
      and (g.user_id = ${viewer.id} or (g.is_public or ${isSharedWith(viewer.id)}) and ${isBetween(viewer)})`)
  return rows[0] ?? null
}

/** Adds a cheer of that day, or takes it back. Returns whether it changed anything. */
export async function setGoalCheer(
  tx: Transaction,
  cheer: typeof goalCheers.$inferInsert,
  isOn: boolean
): Promise<boolean> {
  const { goal_id, user_id, day } = goalCheers
  const { rowCount } = isOn
    ? await tx
        .insert(goalCheers)
        .values(cheer)
        .onConflictDoUpdate({
          target: [goal_id, user_id],
          set: { day: cheer.day, created_at: cheer.created_at },
          setWhere: ne(day, cheer.day)
        })
    : await tx.delete(goalCheers).where(and(eq(goal_id, cheer.goal_id), eq(user_id, cheer.user_id), eq(day, cheer.day)))
  return rowCount !== 0
}

/** How many people cheered for a goal on a day. */
export async function countGoalCheers(tx: Transaction, goalId: number, day: Day): Promise<number> {
  const { rows } = await tx.execute<{ cheers: number }>(sql`select ${cheersOn(goalId, day)} as cheers`)
  return rows[0]?.cheers ?? 0
}
