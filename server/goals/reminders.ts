/** The reminder of a goal of mine, and the answers to its notification. */

import { asksFor, restOf } from '../../domain/goals/asks.ts'
import { isOpenGoal } from '../../domain/goals/goal.ts'
import { dayOf } from '../../domain/lib/day.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import type { GoalReminder } from '../../domain/reminders/goal-api.ts'
import { type GoalTimes, laterThan, nextReminder } from '../../domain/reminders/goal-times.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { readId } from '../lib/id.ts'
import { digestOf } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { logGoal } from '../logs/log-goal.ts'
import { lockGoal, NO_SUCH_GOAL } from '../progress/goal-rows.ts'
import { findLogByKey } from '../progress/log-rows.ts'
import { answerReminder } from '../reminders/goal-due-rows.ts'
import {
  deleteGoalReminder,
  findStandingOn,
  lockGoalReminder,
  moveGoalReminder,
  saveGoalReminder
} from './reminder-rows.ts'

/** Stores when a goal reminds me. The first time is the next one from now on. */
export async function setGoalReminder(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  id: string,
  { at, weekdays, at_night }: GoalTimes
): Promise<GoalReminder> {
  const times = { at, weekdays: [...new Set(weekdays)].sort(), at_night }
  await db.transaction(async tx => {
    const goal = (await lockGoal(tx, viewer.id, readId(id))) ?? refuse(NO_SUCH_GOAL)
    if (!isOpenGoal(goal))
      refuse({ kind: 'conflict', message: 'This goal is completed. Reopen it to be reminded of it.' })
    if (goal.is_limit)
      refuse({ kind: 'conflict', message: 'A goal to stay below asks for nothing, so it can’t remind you.' })
    const due = new Date(nextReminder(times, viewer, clock.now()))
    await saveGoalReminder(tx, { goal_id: goal.id, user_id: viewer.id }, times, due, dateAt(clock))
  })
  return times
}

export async function removeGoalReminder({ db }: Dependencies, viewer: SignedIn, id: string): Promise<void> {
  await db.transaction(async tx => {
    const goal = (await lockGoal(tx, viewer.id, readId(id))) ?? refuse(NO_SUCH_GOAL)
    await deleteGoalReminder(tx, goal.id)
  })
}

/**
 * Logs what is left, for the day of the reminder. The key of the log is the reminder, so that two presses log once.
 * @returns 1 when something was left
 */
export async function finishReminded(deps: Dependencies, viewer: SignedIn, id: string, at: string): Promise<0 | 1> {
  const goalId = readId(id)
  await answer(deps, viewer, goalId, at)
  const request_key = `reminder ${goalId} ${Date.parse(at)}`
  const isLogged = () => findLogByKey(deps.db, viewer.id, request_key)
  if (await isLogged()) return 1
  const day = dayOf(Date.parse(at), viewer)
  const found = (await findStandingOn(deps.db, viewer.id, goalId, day)) ?? refuse(NO_SUCH_GOAL)
  const rest = asksFor(found.goal, found.done, false, day, viewer) ? restOf(found.goal, found.done) : null
  // Another press may have logged it since the first look.
  if (!rest) return (await isLogged()) ? 1 : 0
  await logGoal(deps, viewer, goalId, {
    fields: { ...rest, day, status: LogStatus.Done },
    doneAt: deps.clock.now(),
    key: { request_key, request_digest: digestOf('POST', request_key, null) }
  })
  return 1
}

/** Reminds again in an hour. Returns when, or null for its next day. */
export async function putOffReminded(
  deps: Dependencies,
  viewer: SignedIn,
  id: string,
  at: string
): Promise<Date | null> {
  const goalId = readId(id)
  await answer(deps, viewer, goalId, at)
  return deps.db.transaction(async tx => {
    const row = await lockGoalReminder(tx, goalId)
    if (row?.user_id !== viewer.id) return refuse(NO_SUCH_GOAL)
    const now = deps.clock.now()
    const regular = nextReminder(row, viewer, now)
    // A second press gets the time of the first.
    if (row.due_at.getTime() < regular) return row.due_at
    const later = laterThan(now, row.at_night, viewer.time_zone)
    if (later === null || later >= regular) return null
    await moveGoalReminder(tx, goalId, new Date(later))
    return new Date(later)
  })
}

/** Marks the reminder as read. */
async function answer({ db, bus, clock }: Dependencies, viewer: SignedIn, goalId: number, at: string): Promise<void> {
  await db.transaction(async tx => {
    await lockGoal(tx, viewer.id, goalId).then(goal => goal ?? refuse(NO_SUCH_GOAL))
    if (!(await answerReminder(tx, goalId, new Date(at), dateAt(clock)))) {
      refuse({ kind: 'notFound', message: 'This reminder is no longer there.' })
    }
  })
  tellInboxes({ bus }, [viewer.username])
}
