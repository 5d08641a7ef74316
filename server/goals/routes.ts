import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/goals/api.ts'
import * as away from '../../domain/goals/away-api.ts'
import * as sharing from '../../domain/goals/sharing-api.ts'
import * as reminder from '../../domain/reminders/goal-api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { listLogsOfGoal } from '../logs/listed-rows.ts'
import { listNotesOfGoal } from '../notes/note-rows.ts'
import { goAway } from './away.ts'
import {
  completeGoal,
  countMyGoals,
  createGoals,
  deleteGoal,
  getGoal,
  getHistory,
  getProgress,
  listMyAvailableGoals,
  listMyGoals,
  moveGoal,
  pauseGoal,
  restoreGoal,
  resumeGoal,
  updateGoal
} from './goals.ts'
import { findGoalReminder } from './reminder-rows.ts'
import { finishReminded, putOffReminded, removeGoalReminder, setGoalReminder } from './reminders.ts'
import { cheerGoal, getSharing, shareGoal, unshareGoal } from './sharing.ts'

export async function goalRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { perPage } = deps.config

  bindSignedIn(app, deps, api.storeGoal, async ({ body, viewer, key, reply }) => {
    const { goals, left } = await createGoals(deps, viewer, body.challenge.tasks, key)
    showTokensLeft(reply, left)
    const [goal] = goals
    if (!goal) throw new Error('no goal was made')
    return { goal, goals, ...NO_ERROR }
  })

  bindSignedIn(app, deps, api.updateGoal, async ({ params, body, viewer }) => {
    const [input] = body.challenge.tasks
    if (!input) throw new Error('the contract asks for one goal')
    return { goal: await updateGoal(deps, viewer, params.goal, input), ...NO_ERROR }
  })

  bindSignedIn(app, deps, api.completeGoal, async ({ params, viewer }) => ({
    goal: await completeGoal(deps, viewer, params.goal)
  }))

  bindSignedIn(app, deps, api.deleteGoal, async ({ params, viewer }) => {
    await deleteGoal(deps, viewer, params.goal)
    return {}
  })

  bindSignedIn(app, deps, api.restoreGoal, async ({ params, viewer }) => ({
    goal: await restoreGoal(deps, viewer, params.goal)
  }))

  bindSignedIn(app, deps, api.pauseGoal, async ({ params, viewer }) => ({
    goal: await pauseGoal(deps, viewer, params.goal)
  }))

  bindSignedIn(app, deps, api.resumeGoal, async ({ params, viewer }) => ({
    goal: await resumeGoal(deps, viewer, params.goal)
  }))

  bindSignedIn(app, deps, sharing.getSharing, async ({ params, viewer }) => ({
    sharing: await getSharing(deps, viewer, params.goal),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, sharing.shareGoal, async ({ params, body, viewer }) => ({
    sharing: await shareGoal(deps, viewer, params.goal, body),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, sharing.unshareGoal, async ({ params, body, viewer }) => ({
    sharing: await unshareGoal(deps, viewer, params.goal, body),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, sharing.cheerGoal, async ({ params, body, viewer }) => {
    const cheered = body?.cheered ?? 1
    return { cheers: await cheerGoal(deps, viewer, params.goal, cheered === 1), cheered, ...NO_ERROR }
  })

  bindSignedIn(app, deps, reminder.setGoalReminder, async ({ params, body, viewer }) => ({
    reminder: await setGoalReminder(deps, viewer, params.goal, body),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, reminder.removeGoalReminder, async ({ params, viewer }) => {
    await removeGoalReminder(deps, viewer, params.goal)
    return {}
  })

  bindSignedIn(app, deps, reminder.finishReminded, async ({ params, body, viewer }) => {
    return { is_logged: await finishReminded(deps, viewer, params.goal, body.at), ...NO_ERROR }
  })

  bindSignedIn(app, deps, reminder.putOffReminded, async ({ params, body, viewer }) => {
    const later = await putOffReminded(deps, viewer, params.goal, body.at)
    return { due_at: later?.toISOString() ?? null, ...NO_ERROR }
  })

  bindSignedIn(app, deps, away.goAway, async ({ body, viewer }) => ({
    away_until: await goAway(deps, viewer, body.back_on),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, api.moveGoal, async ({ params, body, viewer }) => {
    await moveGoal(deps, viewer, params.goal, body.by)
    return {}
  })

  bindPersonalPage(app, deps, api.myGoalsPage, async ({ viewer, query }) => {
    const slice = sliceOf(query, perPage)
    const isAvailable = query.unattached === '1'
    const my_goals = await (isAvailable ? listMyAvailableGoals(deps, viewer) : listMyGoals(deps, viewer, slice))
    const isAll = !isAvailable && slice.offset === 0 && my_goals.length < slice.limit
    const { open, completed } = await countMyGoals(deps, viewer, isAll ? my_goals : null)
    return { my_goals, open_count: open, completed_count: completed }
  })

  const dataOf = async (goal: api.Goal, query: Record<string, unknown>) => {
    const slice = sliceOf(query, perPage)
    const [logs, notes] = await Promise.all([
      listLogsOfGoal(deps, goal.id, slice),
      listNotesOfGoal(deps.db, goal.id, slice)
    ])
    return { goal, session: goal.challenge_event, group: null, logs, notes }
  }
  bindPersonalPage(app, deps, api.goalPage, async ({ params, viewer, query }) => {
    const goal = await getGoal(deps, viewer, params.goal)
    const [data, history, progress, shared, remembered] = await Promise.all([
      dataOf(goal, query),
      getHistory(deps, viewer, goal),
      getProgress(deps, viewer, goal),
      getSharing(deps, viewer, params.goal),
      findGoalReminder(deps.db, goal.id)
    ])
    return { ...data, history, progress, sharing: shared, reminder: remembered }
  })
  for (const page of [api.goalLogsPage, api.goalNotesPage]) {
    bindPersonalPage(app, deps, page, async ({ params, viewer, query }) =>
      dataOf(await getGoal(deps, viewer, params.goal), query)
    )
  }
}
