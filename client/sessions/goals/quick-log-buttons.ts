/** What the presses of a goal say in a session. */
import type { Press as AnyPress } from '../../../domain/goals/presses.ts'
import { amountText, distanceText, lengthText } from '../../../domain/lib/duration.ts'
import type { SessionTask } from '../../../domain/sessions/api.ts'

export type Press = Pick<AnyPress, 'uuid' | 'title' | 'amount' | 'distance' | 'duration'>

/** What a press says. */
export function buttonText({ title, amount, distance, duration }: Press, task: SessionTask): string {
  if (duration) return `Start ${title || lengthText(duration)}`
  if (title) return title
  if (distance) return `+${distanceText(distance)}`
  return `+${amountText(amount ?? 1, task.unit)}`
}
