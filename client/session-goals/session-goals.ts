/** Copies goals of a session's plan, and attaches my own goals to a session. The caller shows refusals. */

import { useQuery } from '@tanstack/react-query'
import { type Goal, myGoalsPage } from '../../domain/goals/api.ts'
import { queryString } from '../../domain/lib/endpoint.ts'
import { addToMyGoals, attachMyGoal, sessionGoalsPage, type Template } from '../../domain/session-goals/api.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { call } from '../lib/api.ts'
import { changePages, queryClient, readPage } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { asMember as asMemberOf } from '../live/join/as-member.ts'

const AVAILABLE = 'available-goals'

/** Runs `go` for a member. A visitor signs in and a non-member joins first (SGL-05, SGL-06). */
export function asMember({ challengeEvent, me }: SessionData, go: () => void): void {
  asMemberOf(challengeEvent, me !== null, go, 'to join a session')
}

/** My open goals that belong to no session (SGL-29). They load when the list opens. */
export function useAvailableGoals(isWanted: boolean) {
  const username = useUser()?.username
  return useQuery({
    queryKey: [AVAILABLE, username],
    queryFn: async () => (await readPage(myGoalsPage, {}, queryString({ unattached: 1 }))).my_goals,
    enabled: isWanted && username !== undefined,
    staleTime: 0
  })
}

export async function attachGoal({ challengeEvent: { id, slug } }: SessionData, goal: Goal): Promise<void> {
  const response = await call(attachMyGoal, { params: { event: slug, goal: String(goal.id) } })
  addMine(id, response.goal)
  await queryClient.invalidateQueries({ queryKey: [AVAILABLE] })
}

/** Copies a template to my goals. If I have an open copy already, returns that one (D-102). */
export async function copyTemplate({ challengeEvent: { id } }: SessionData, template: Template): Promise<Goal> {
  const { goal } = await call(addToMyGoals, { body: { challengeEventId: id, goalUuid: template.uuid } })
  addMine(id, goal, template.uuid)
  return goal
}

function addMine(session: number, goal: Goal, copied?: string): void {
  changePages(sessionGoalsPage, page => {
    if (page.challengeEvent.id !== session) return page
    // A copy made after the session's end belongs to no session.
    const isThere = goal.challenge_event?.id !== session || page.my_goals.some(({ id }) => id === goal.id)
    return {
      ...page,
      my_goals: isThere ? page.my_goals : [goal, ...page.my_goals],
      goals: page.goals.map(one => (one.uuid === copied ? { ...one, my_goal_id: goal.id } : one))
    }
  })
}
