import type { FastifyInstance } from 'fastify'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { MOST_SHARED_SHOWN } from '../../domain/goals/sharing-api.ts'
import { doneIn, standingOf } from '../../domain/goals/standing.ts'
import { dayOf } from '../../domain/lib/day.ts'
import { MOST_TODAY, todayPage } from '../../domain/today/api.ts'
import { getStreak } from '../days/days.ts'
import type { Dependencies } from '../dependencies.ts'
import { awayUntil } from '../goals/away.ts'
import { listMyGoals } from '../goals/goals.ts'
import { listSharedGoals, withPerson } from '../goals/sharing-rows.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listUnitsOfToday } from '../programmes/following.ts'
import { listSessionsOfToday } from '../sessions/listed-rows.ts'

/** Among this many goals Today looks for those that are due. */
const MOST_GOALS = 200

export async function todayRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindPersonalPage(app, deps, todayPage, async ({ viewer }) => {
    const now = deps.clock.now()
    const [sessions, goals, streak, away_until, units, shared_goals] = await Promise.all([
      listSessionsOfToday(deps, viewer, MOST_TODAY),
      listMyGoals(deps, viewer, { limit: MOST_GOALS, offset: 0 }),
      getStreak(deps, viewer),
      awayUntil(deps, viewer),
      listUnitsOfToday(deps, viewer),
      listSharedGoals(deps, viewer, withPerson(viewer, now), MOST_SHARED_SHOWN)
    ])
    return { ...sessions, streak, away_until, ...units, my_goals: goalsOfToday(goals, viewer, now), shared_goals }
  })
}

/** Goals that are due, met or to stay below today, and the first of the others, in their own order (D-143). */
function goalsOfToday(goals: Goal[], viewer: SignedIn, now: number): Goal[] {
  const today = dayOf(now, viewer)
  let others = 0
  return goals
    .filter(({ status }) => status === GoalStatus.Open)
    .filter(goal => standingOf(goal, doneIn(goal), today, viewer) !== 'open' || ++others <= MOST_TODAY)
}
