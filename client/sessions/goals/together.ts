/** The shared targets of a room: each goal's target times the number of participants. Pure. */

import type { DistanceUnit } from '../../../domain/lib/distance.ts'
import { own } from '../../../domain/lib/own.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import { peopleIn } from '../../../domain/sessions/people/join.ts'
import { type Aim, aims, NOTHING } from './goal-progress.ts'

export interface TeamGoal extends Aim {
  uuid: string
  title: string
}

/** The goals with an amount, a distance or a duration, in plan order. Empty for a single participant. */
export function teamGoals(
  { tasks, summary, ...session }: Pick<Session, 'tasks' | 'summary' | 'participants_count' | 'held_places'>,
  distances: DistanceUnit
): TeamGoal[] {
  const people = peopleIn(session)
  if (people < 2) return []
  return tasks
    .flatMap(group => group.parts)
    .filter(task => !task.is_list)
    .flatMap(task => {
      const { amount, distance, duration, action_duration } = task
      const all = {
        unit: task.unit,
        amount: amount && amount * people,
        distance: distance && distance * people,
        duration: duration * people,
        action_duration: action_duration * people
      }
      const [aim] = aims(all, own(summary.tasks, task.uuid) ?? NOTHING, distances)
      return aim ? [{ ...aim, uuid: task.uuid, title: task.title }] : []
    })
}
