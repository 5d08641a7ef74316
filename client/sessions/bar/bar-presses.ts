/** Chooses the log buttons that fit into the bar at the bottom edge. */
import { pressesOf } from '../../../domain/goals/presses.ts'
import type { DistanceUnit } from '../../../domain/lib/distance.ts'
import type { Session, SessionTask } from '../../../domain/sessions/api.ts'
import { mayContribute, type SessionClock } from '../../../domain/sessions/clock.ts'
import type { Press } from '../goals/quick-log-buttons.ts'

const MOST = 12

/**
 * Takes the first button of every goal before the second of any. Skips checklists, which people tick, and goals with a
 * running timer, which has its own buttons.
 */
export function presses(goals: readonly SessionTask[], distances: DistanceUnit): { task: SessionTask; press: Press }[] {
  return goals
    .filter(task => !task.is_list && !task.activeLog)
    .flatMap(task => pressesOf(task, distances).map((press, rank) => ({ task, press, rank })))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST)
}

/** The part whose text I may write now. My own turn wins over a text that everyone may write. */
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
