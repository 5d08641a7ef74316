/** The shared targets of a room: each goal's target times the number of participants. Pure. */
import type { DistanceUnit } from '../../../domain/lib/distance.ts'
import { own } from '../../../domain/lib/own.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import { type Aim, aims, NOTHING } from './goal-progress.ts'

export interface TeamGoal extends Aim {
  uuid: string
  title: string
}

/** The goals with an amount, a distance or a duration, in plan order. Empty for a single participant. */
export function teamGoals(
  { tasks, summary, participants_count }: Pick<Session, 'tasks' | 'summary' | 'participants_count'>,
  distances: DistanceUnit
): TeamGoal[] {
  if (participants_count < 2) return []
  return tasks
    .flatMap(group => group.parts)
    .filter(task => !task.is_list)
    .flatMap(task => {
      const { amount, distance, duration, action_duration } = task
      const all = {
        unit: task.unit,
        amount: amount && amount * participants_count,
        distance: distance && distance * participants_count,
        duration: duration * participants_count,
        action_duration: action_duration * participants_count
      }
      const [aim] = aims(all, own(summary.tasks, task.uuid) ?? NOTHING, distances)
      return aim ? [{ ...aim, uuid: task.uuid, title: task.title }] : []
    })
}
