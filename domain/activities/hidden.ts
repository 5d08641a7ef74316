/**
 * Groups of a plan that are hidden: they are there for hosts only (D-98), which for an activity are those who may change
 * it. Whatever is made of a plan for somebody else goes through these.
 */
import type { Participant, Summary } from '../sessions/api.ts'
import type { Plan } from './plan.ts'

/** The plan without its hidden groups, unless a host looks (D-98). */
export function planSeenBy<P extends Pick<Plan, 'parts' | 'tasks'>>(plan: P, isHost: boolean): P {
  if (isHost) return plan
  return {
    ...plan,
    parts: plan.parts.filter(group => !group.hidden),
    tasks: plan.tasks.filter(group => !group.hidden)
  }
}

/** Goals that are hidden from somebody, by uuid, and the actions that no other goal has. */
export interface Hidden {
  tasks: ReadonlySet<string>
  actions: ReadonlySet<string>
}

/** What is hidden of the plan's goals, which is nothing from a host (D-98). */
export function hiddenFrom(plan: Pick<Plan, 'tasks'>, isHost: boolean): Hidden {
  const groups = isHost ? [] : plan.tasks.filter(group => group.hidden)
  const hidden = groups.flatMap(group => group.parts)
  const shown = new Set(plan.tasks.flatMap(group => (group.hidden ? [] : group.parts.map(({ action }) => action))))
  return {
    tasks: new Set(hidden.map(({ uuid }) => uuid)),
    actions: new Set(hidden.map(({ action }) => action).filter(action => !shown.has(action)))
  }
}

/** What a person has done, without what counts for hidden goals (D-98). */
export function participantSeen(participant: Participant, { tasks, actions }: Hidden): Participant {
  if (tasks.size === 0) return participant
  return {
    ...participant,
    task_totals: without(participant.task_totals, tasks),
    task_action_totals: without(participant.task_action_totals, actions)
  }
}

/** What all have done together, without what counts for hidden goals (D-98). */
export function summarySeen(summary: Summary, { tasks }: Hidden): Summary {
  return tasks.size === 0 ? summary : { ...summary, tasks: without(summary.tasks, tasks) }
}

function without<Value>(totals: Record<string, Value>, hidden: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(totals).filter(([key]) => !hidden.has(key)))
}
