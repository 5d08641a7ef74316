/** The labels of a goal's log buttons. */
import type { Press as AnyPress } from '../../../domain/goals/presses.ts'
import { type DistanceUnit, distanceText } from '../../../domain/lib/distance.ts'
import { amountText, lengthText } from '../../../domain/lib/duration.ts'
import type { SessionTask } from '../../../domain/sessions/api.ts'

export type Press = Pick<AnyPress, 'uuid' | 'title' | 'amount' | 'distance' | 'duration'>

export function buttonText(
  { title, amount, distance, duration }: Press,
  task: SessionTask,
  distances: DistanceUnit
): string {
  if (duration) return `Start ${title || lengthText(duration)}`
  if (title) return title
  if (distance) return `+${distanceText(distance, distances)}`
  return `+${amountText(amount ?? 1, task.unit)}`
}
