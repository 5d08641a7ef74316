/** Which presses of a session's goals the bar at the bottom edge has room for. */
import { pressesOf } from '../../../domain/goals/presses.ts'
import type { DistanceUnit } from '../../../domain/lib/distance.ts'
import type { Session, SessionTask } from '../../../domain/sessions/api.ts'
import { mayContribute, type SessionClock } from '../../../domain/sessions/clock.ts'
import type { Press } from '../goals/quick-log-buttons.ts'

/** On phones the styles leave out those after the second. */
const MOST = 4

/**
 * The first press of each goal before the second of any. Lists are ticked and not pressed, and a timer that runs has
 * buttons of its own.
 */
export function presses(goals: readonly SessionTask[], distances: DistanceUnit): { task: SessionTask; press: Press }[] {
  return goals
    .filter(task => !task.is_list && !task.activeLog)
    .flatMap(task => pressesOf(task, distances).map((press, rank) => ({ task, press, rank })))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST)
}

/** The part of which I may write the text now: my turn before what is open to all. */
export function partToWrite(
  { parts }: Pick<Session, 'parts'>,
  clock: SessionClock,
  username: string
): { title: string; isTurn: boolean } | null {
  const mine = parts
    .flatMap(group => group.parts)
    .filter(part => part.edit_content && mayContribute(clock, part.uuid, username))
  const part = mine.find(one => one.per_participant) ?? mine[0]
  return part ? { title: part.title, isTurn: part.per_participant === 1 } : null
}
