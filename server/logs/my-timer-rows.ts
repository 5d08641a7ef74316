/** A person's running timers on their own goals, shown on all of their devices (LOG-16). */
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { RunningTimer } from '../../domain/logs/timer-api.ts'
import { prepared } from '../db/prepared.ts'
import { goals } from '../db/schema/goals.ts'
import { logs } from '../db/schema/logs.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'

/** The channel on which nodes tell each other whose timers started or changed. */
export const TIMERS_CHANGED = 'timers changed'

/** More would fill the screen. */
const MOST_TIMERS = 20

const runningTimers = prepared(db =>
  db
    .select({ id: logs.id, goal_id: goals.id, title: goals.title, due_at: logs.due_at })
    .from(logs)
    .innerJoin(goals, eq(goals.id, logs.goal_id))
    .where(
      and(
        eq(logs.user_id, sql.placeholder('user')),
        eq(logs.status, 1),
        isNotNull(logs.due_at),
        isNull(logs.deleted_at),
        gt(logs.due_at, sql.placeholder('now'))
      )
    )
    .orderBy(asc(logs.due_at), asc(logs.id))
    .limit(MOST_TIMERS)
)

/** Running timers of a person, the first to end first. */
export async function listRunningTimers({ db, clock }: Dependencies, userId: number): Promise<RunningTimer[]> {
  const rows = await runningTimers(db).execute({ user: userId, now: dateAt(clock) })
  return rows.flatMap(({ due_at, ...timer }) => (due_at ? [{ ...timer, due_at: due_at.toISOString() }] : []))
}

/** Makes the pages of these people fetch their timers, on all nodes. */
export function tellTimers({ bus }: Pick<Dependencies, 'bus'>, usernames: readonly string[]): void {
  if (usernames.length > 0) bus.publish(TIMERS_CHANGED, JSON.stringify(usernames))
}
