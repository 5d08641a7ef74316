import type { FastifyInstance } from 'fastify'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { MOST_TODAY, todayPage } from '../../domain/today/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { listMyGoals } from '../goals/goals.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { listSessionsOfToday } from '../sessions/listed-rows.ts'

export async function todayRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindPersonalPage(app, deps, todayPage, async ({ viewer }) => {
    const [sessions, goals] = await Promise.all([
      listSessionsOfToday(deps, viewer, MOST_TODAY),
      listMyGoals(deps, viewer, { limit: MOST_TODAY, offset: 0 })
    ])
    return { ...sessions, my_goals: goals.filter(({ status }) => status === GoalStatus.Open) }
  })
}
