import { eq, sql } from 'drizzle-orm'
import type { Done } from '../../domain/days/api.ts'
import { joinedPauses, type Pause } from '../../domain/days/streak.ts'
import type { Day } from '../../domain/lib/day.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { users } from '../db/schema/accounts.ts'
import { goalReminders } from '../db/schema/reminders.ts'

type Given<Row> = { [Key in keyof Row]?: Row[Key] | undefined }
type DaySettings = Pick<typeof users.$inferSelect, 'time_zone' | 'day_start' | 'rest_days' | 'has_streaks'>
type StreakSettings = Pick<typeof users.$inferSelect, 'rest_days' | 'has_streaks' | 'pauses'>

/** Changes the given settings of a person's days. */
export async function updateDaySettings(
  db: Database,
  userId: number,
  settings: Given<DaySettings>,
  now: Date
): Promise<void> {
  if (Object.values(settings).every(value => value === undefined)) return
  await db.transaction(async tx => {
    await tx.update(users).set(settings).where(eq(users.id, userId))
    // The reminders of goals follow the new days. The worker computes their next times.
    if (settings.time_zone !== undefined || settings.day_start !== undefined) {
      await tx.update(goalReminders).set({ is_moved: true, due_at: now }).where(eq(goalReminders.user_id, userId))
    }
  })
}

/** Adds times away to those that a person has. */
export async function addTimesAway(db: Database, userId: number, added: Pause[]): Promise<void> {
  await db.transaction(async tx => {
    const isOwn = eq(users.id, userId)
    const [row] = await tx.select({ pauses: users.pauses }).from(users).where(isOwn).for('no key update')
    await tx
      .update(users)
      .set({ pauses: joinedPauses(row?.pauses ?? [], added) })
      .where(isOwn)
  })
}

export async function getStreakSettings(db: Database, userId: number): Promise<StreakSettings> {
  const { rest_days, has_streaks, pauses } = users
  const [row] = await db.select({ rest_days, has_streaks, pauses }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error(`user ${userId} is gone`)
  return row
}

/**
 * Every day on which a person logged something, the earliest first, with the number of logs from `since` on. The index
 * has no numbers, and reading them for each day of many years takes longer than everything else. Logs on goals to stay
 * below don't count (D-153), so the numbers of their days are read too.
 */
export function listActiveDays(db: Database, userId: number, since: Day): Promise<{ day: Day; logs: number }[]> {
  return selectRows(
    db,
    sql`with slips as materialized (
        select d.day, sum(d.logs) as logs from goals g join goal_days d on d.goal_id = g.id
        where g.user_id = ${userId} and g.is_limit and g.deleted_at is null group by d.day)
      select day::text, 0 as logs from user_days
        where user_id = ${userId} and day < ${since}::date and day not in (select day from slips) group by day
      union all
      select u.day::text, (sum(u.logs) - coalesce(max(slips.logs), 0))::int
        from user_days u left join slips on slips.day = u.day
        where u.user_id = ${userId} and (u.day >= ${since}::date or slips.day is not null)
        group by u.day having sum(u.logs) > coalesce(max(slips.logs), 0)
      order by 1`
  )
}

/** A person's logs of this week and of last week, summed by action. */
export async function listWeeks(
  db: Database,
  userId: number,
  monday: Day
): Promise<{ action: string; this_week: Done; last_week: Done }[]> {
  const done = (isIn: string) =>
    sql.raw(`jsonb_build_object('logs', coalesce(sum(logs) filter (where ${isIn}), 0),
    'amounts', coalesce((select jsonb_agg(jsonb_build_object('unit', unit, 'amount', amount) order by amount desc, unit)
      from of_units where of_units.action = of_weeks.action and ${isIn}), '[]'),
    'distance', round(coalesce(sum(distance) filter (where ${isIn}), 0)::numeric, 12),
    'duration', coalesce(sum(duration) filter (where ${isIn}), 0))`)
  return selectRows(
    db,
    sql`with of_units as (
        select action, day >= ${monday}::date as is_now, unit, round(sum(amount)::numeric, 3) as amount from user_amounts
        where user_id = ${userId} and day between ${monday}::date - 7 and ${monday}::date + 6 group by 1, 2, 3)
      select action, ${done('is_now')} as this_week, ${done('not is_now')} as last_week
      from (select *, day >= ${monday}::date as is_now from user_days
        where user_id = ${userId} and day between ${monday}::date - 7 and ${monday}::date + 6) of_weeks
      group by action order by coalesce(sum(logs) filter (where is_now), 0) desc, sum(logs) desc, action`
  )
}
