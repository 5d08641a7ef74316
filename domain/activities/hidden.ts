/**
 * Hidden groups of a plan are visible to hosts only (D-98). The hosts of an activity are the people who may change it.
 * Every plan and total that the server sends to someone goes through these functions first.
 */
import type { Plan } from './plan.ts'

/** Returns the plan without its hidden groups, or the whole plan for a host (D-98). */
export function planSeenBy<P extends Pick<Plan, 'parts' | 'tasks'>>(plan: P, isHost: boolean): P {
  if (isHost) return plan
  return {
    ...plan,
    parts: plan.parts.filter(group => !group.hidden),
    tasks: plan.tasks.filter(group => !group.hidden)
  }
}

/** The uuids of the goals that someone may not see, and the actions that only those goals have. */
export interface Hidden {
  tasks: ReadonlySet<string>
  actions: ReadonlySet<string>
}

/** Returns the goals and actions to hide from someone; for a host both are empty (D-98). */
export function hiddenFrom(plan: Pick<Plan, 'tasks'>, isHost: boolean): Hidden {
  const groups = isHost ? [] : plan.tasks.filter(group => group.hidden)
  const hidden = groups.flatMap(group => group.parts)
  const shown = new Set(plan.tasks.flatMap(group => (group.hidden ? [] : group.parts.map(({ action }) => action))))
  return {
    tasks: new Set(hidden.map(({ uuid }) => uuid)),
    actions: new Set(hidden.map(({ action }) => action).filter(action => !shown.has(action)))
  }
}

interface Totals {
  task_totals: Record<string, unknown>
  task_action_totals: Record<string, unknown>
}

/** Returns a participant without the totals of hidden goals (D-98). */
export function participantSeen<Participant extends Totals>(
  participant: Participant,
  { tasks, actions }: Hidden
): Participant {
  if (tasks.size === 0) return participant
  return {
    ...participant,
    task_totals: without(participant.task_totals, tasks),
    task_action_totals: without(participant.task_action_totals, actions)
  }
}

/** Returns participants as an event tells everyone of them: without the totals of hidden goals (D-98). */
export function participantsForAll<Participant extends Totals>(
  plan: Pick<Plan, 'tasks'>,
  participants: readonly Participant[]
): Participant[] {
  const hidden = hiddenFrom(plan, false)
  return participants.map(participant => participantSeen(participant, hidden))
}

/** Returns the totals of all participants without those of hidden goals (D-98). */
export function summarySeen<Summary extends { tasks: Record<string, unknown> }>(
  summary: Summary,
  { tasks }: Hidden
): Summary {
  return tasks.size === 0 ? summary : { ...summary, tasks: without(summary.tasks, tasks) }
}

function without<Value>(totals: Record<string, Value>, hidden: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(totals).filter(([key]) => !hidden.has(key)))
}
