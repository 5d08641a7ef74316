import type { Plan } from '../activities/plan.ts'
import { partSeconds } from '../activities/schedule.ts'
import { SHORTEST_TURN } from '../reminders/delivery.ts'

/** Whether a plan has turns that are long enough for reminders. */
export function hasLongTurns({ parts }: Pick<Plan, 'parts'>): boolean {
  return parts.some(group =>
    group.parts.some(part => part.per_participant && partSeconds(part) * 1000 >= SHORTEST_TURN)
  )
}
