/** The presses that a goal offers in a session, and what they say. */
import { taskSeconds } from '../../../domain/activities/task-timers.ts'
import type { QuickLogButton } from '../../../domain/goals/goal.ts'
import { amountText, distanceText, lengthText } from '../../../domain/lib/duration.ts'
import type { SessionTask } from '../../../domain/sessions/api.ts'

export type Press = Pick<QuickLogButton, 'amount' | 'distance' | 'duration' | 'title'> & { uuid: string | null }

/** A goal without buttons of its own still takes one press: its usual amount, or its time (B§9: amount 1). */
export function buttonsOf(task: SessionTask): Press[] {
  if (task.quick_log_buttons.length > 0) return task.quick_log_buttons
  const duration = taskSeconds(task)
  if (duration > 0)
    return [
      { uuid: null, title: '', amount: task.amount ? (task.amount_per_log ?? 1) : null, distance: null, duration }
    ]
  // Of a goal that asks for miles alone a press is a mile.
  const isDistance = task.distance !== null && !task.amount && !task.amount_per_log
  const [amount, distance] = isDistance ? [null, 1] : [task.amount_per_log ?? 1, null]
  return [{ uuid: null, title: '', amount, distance, duration: null }]
}

/** What a press says. */
export function buttonText({ title, amount, distance, duration }: Press, task: SessionTask): string {
  if (duration) return `Start ${title || lengthText(duration)}`
  if (title) return title
  if (distance) return `+${distanceText(distance)}`
  return `+${amountText(amount ?? 1, task.unit)}`
}
