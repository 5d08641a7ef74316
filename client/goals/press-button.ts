import type { Goal } from '../../domain/goals/api.ts'
import type { Press } from '../../domain/goals/presses.ts'
import type { DistanceUnit } from '../../domain/lib/distance.ts'
import { measuresOfPress } from '../../domain/logs/press.ts'
import { pressGoal } from './goal-presses.ts'
import { logText } from './goal-progress.ts'

/**
 * Logs what a quick-log button of a goal says.
 * @param session the id of the session whose page shows the button
 */
export function pressButton(goal: Goal, button: Press, distances: DistanceUnit, session: number | null = null): void {
  const { uuid, title, content, status } = button
  pressGoal(
    { goal_id: goal.id, ql_button_uuid: uuid, title, content, ...measuresOfPress(button), status },
    pressText(button, goal.unit, distances),
    session
  )
}

/** The log that a button makes, in words: "1 glass". */
export function pressText(button: Press, unit: string, distances: DistanceUnit): string {
  return logText({ title: button.title, ...measuresOfPress(button) }, unit, distances)
}
