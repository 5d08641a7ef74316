import type { FastifyInstance } from 'fastify'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import * as api from '../../domain/session-goals/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { listMyGoalsIn } from '../goals/goals.ts'
import { bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { bindPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { getSessionData } from '../sessions/page.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { attachMyGoal, copyTemplate, listGoalsOfMembers, listTemplates } from './session-goals.ts'
import { tickGoal, tickTask } from './ticks.ts'

export async function sessionGoalRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  acceptBeacons(app)

  bindPage(app, deps, api.sessionGoalsPage, async ({ params, viewer }) => {
    const data = await getSessionData(deps, viewer, params.event)
    const [goals, my_goals] = await Promise.all([
      listTemplates(deps, viewer, data.challengeEvent),
      viewer ? listMyGoalsIn(deps, viewer, data.challengeEvent.id) : []
    ])
    return { ...data, goals, my_goals }
  })
  bindPage(app, deps, api.sessionMemberGoalsPage, async ({ params, viewer, query }) => {
    const data = await getSessionData(deps, viewer, params.event)
    const slice = sliceOf(query, deps.config.perPage)
    const which = { sessionId: data.challengeEvent.id, isHost: data.isOwner }
    return { ...data, member_goals: await listGoalsOfMembers(deps, viewer, which, slice) }
  })

  bindSignedIn(app, deps, api.addToMyGoals, async ({ body, viewer, reply }) => {
    const { goal, left } = await copyTemplate(deps, viewer, body.challengeEventId, body.goalUuid)
    showTokensLeft(reply, left)
    return { goal, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.attachMyGoal, async ({ params, viewer }) => {
    const id = await getSessionId(deps, params.event)
    return { goal: await attachMyGoal(deps, viewer, id, params.goal), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.saveTaskListProgress, async ({ body, viewer }) => {
    const { goal_id, challenge_event_id, person, ...ticks } = body
    if (person !== undefined && person !== viewer.id) refuse({ kind: 'otherPerson' })
    if (typeof goal_id === 'number') {
      return { items: await tickGoal(deps, viewer, goal_id, ticks), challenge_user: null, ...NO_ERROR }
    }
    const session = challenge_event_id ?? refuse(invalid('challenge_event_id', 'Give the id of the session.'))
    return { ...(await tickTask(deps, viewer, session, goal_id, ticks)), ...NO_ERROR }
  })
}

/** `sendBeacon` with a string always sends text/plain, even if the string is JSON. */
function acceptBeacons(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
}
