/** Sharing one's goals, and cheering for those of others (D-163). */

import type { Sharing } from '../../domain/goals/api.ts'
import { MOST_SHARES, OWN_GOAL, type Whom } from '../../domain/goals/sharing-api.ts'
import { dayOf } from '../../domain/lib/day.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import { findUserId } from '../accounts/user-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { readId } from '../lib/id.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findGoalRow, type GoalRow, lockGoal } from '../progress/goal-rows.ts'
import { forgetUncheeredReminder, remind } from '../reminders/reminder-rows.ts'
import { updateGoalRow } from './queries.ts'
import {
  countGoalCheers,
  countShares,
  deleteShares,
  findSeenGoal,
  findSharing,
  insertShare,
  lockMembership,
  setGoalCheer
} from './sharing-rows.ts'

/** With whom a person shares their goal. Refuses with 404. */
export async function getSharing({ db, clock }: Dependencies, viewer: SignedIn, id: string): Promise<Sharing> {
  const goal = (await findGoalRow(db, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' })
  return findSharing(db, goal, dayOf(clock.now(), viewer))
}

/** Shares a goal with everyone, a person or a group. Sharing it again changes nothing. */
export async function shareGoal(deps: Dependencies, viewer: SignedIn, id: string, whom: Whom): Promise<Sharing> {
  return changeSharing(deps, viewer, id, async (tx, goal) => {
    const { everyone, username, group_id } = whom
    if (everyone) return void (await updateGoalRow(tx, goal.id, { is_public: true }))
    if (username === undefined && group_id === undefined) refuse(invalid('username', 'Choose who sees this goal.'))
    const field = username === undefined ? 'group_id' : 'username'
    const share = { goal_id: goal.id, owner_id: viewer.id, created_at: dateAt(deps.clock) }
    if (username !== undefined) {
      const user_id = (await findUserId(tx, username)) ?? refuse(invalid(field, 'Nobody has this username.'))
      if (user_id === viewer.id) refuse(invalid(field, 'That’s you. Give someone else’s username.'))
      await insertShare(tx, { ...share, user_id })
    } else if (group_id !== undefined) {
      if (!(await lockMembership(tx, viewer.id, group_id))) refuse(invalid(field, 'Choose a group that you’re in.'))
      await insertShare(tx, { ...share, group_id })
    }
    if ((await countShares(tx, goal.id)) > MOST_SHARES) {
      refuse(invalid(field, `You can share a goal with ${MOST_SHARES} people and groups. Remove one first.`))
    }
  })
}

/** Ends the sharing with everyone, a person or a group; without any of these with all of them. */
export async function unshareGoal(deps: Dependencies, viewer: SignedIn, id: string, whom: Whom): Promise<Sharing> {
  return changeSharing(deps, viewer, id, async (tx, goal) => {
    const { everyone, username, group_id } = whom
    const isAll = username === undefined && group_id === undefined && everyone === undefined
    if (everyone || isAll) await updateGoalRow(tx, goal.id, { is_public: false })
    if (isAll) await deleteShares(tx, goal.id, {})
    if (group_id !== undefined) await deleteShares(tx, goal.id, { group_id })
    const user_id = username === undefined ? null : await findUserId(tx, username)
    if (user_id !== null) await deleteShares(tx, goal.id, { user_id })
  })
}

async function changeSharing(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  id: string,
  change: (tx: Transaction, goal: GoalRow) => Promise<void>
): Promise<Sharing> {
  return db.transaction(async tx => {
    const goal = (await lockGoal(tx, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' })
    await change(tx, goal)
    const changed = (await findGoalRow(tx, viewer.id, goal.id)) ?? refuse({ kind: 'notFound' })
    return findSharing(tx, changed, dayOf(clock.now(), viewer))
  })
}

/** Adds or takes back today's cheer for a goal of someone else. Returns how many people cheered today. */
export async function cheerGoal(deps: Dependencies, viewer: SignedIn, id: string, isOn: boolean): Promise<number> {
  const goalId = readId(id)
  let toTell: string[] = []
  const cheers = await deps.db.transaction(async tx => {
    const owner = (await findSeenGoal(tx, viewer, goalId)) ?? refuse({ kind: 'notFound' })
    if (owner.user_id === viewer.id) refuse({ kind: 'conflict', message: OWN_GOAL })
    const now = dateAt(deps.clock)
    const day = dayOf(now.getTime(), owner)
    const isNew = await setGoalCheer(tx, { goal_id: goalId, user_id: viewer.id, day, created_at: now }, isOn)
    const cheers = await countGoalCheers(tx, goalId, day)
    if (isNew && isOn) {
      const news = { kind: 'log_cheer', sessionId: null, goalId, actorId: viewer.id, at: now.getTime() } as const
      toTell = await remind(tx, deps, { ...news, to: [owner.user_id] })
    } else if (isNew) await forgetUncheeredReminder(tx, { goal: goalId })
    return cheers
  })
  tellInboxes(deps, toTell)
  return cheers
}
