/** Repeated presses in a list of logs: the same goal and words on the same day, one after another. */
import type { Log } from './api.ts'

type Pressed = Pick<Log, 'goal_id' | 'challenge_event_id' | 'task_uuid' | 'title' | 'content' | 'day'>

/**
 * Groups a list into runs of repeated presses, in the given order; a log that is not repeated is alone. A log with a
 * text stays alone, and so does one that belongs to no goal.
 * @param isRunning whether the timer of a log runs or is paused, so that its controls must stay in sight
 */
export function repeatsOf<L extends Pressed>(logs: readonly L[], isRunning: (log: L) => boolean): [L, ...L[]][] {
  const runs: [L, ...L[]][] = []
  for (const log of logs) {
    const last = runs.at(-1)
    const isAlone = (one: L): boolean => one.content !== '' || goalOf(one) === null || isRunning(one)
    const isRepeat = last && !isAlone(log) && !isAlone(last[0]) && isSamePress(log, last[0])
    if (isRepeat) last.push(log)
    else runs.push([log])
  }
  return runs
}

function isSamePress(one: Pressed, other: Pressed): boolean {
  return goalOf(one) === goalOf(other) && one.day === other.day && one.title === other.title
}

/** Names the goal, or the goal of a session's plan; null for a log without one. */
function goalOf({ goal_id, challenge_event_id, task_uuid }: Pressed): string | null {
  if (goal_id !== null) return `${goal_id}`
  return task_uuid === null ? null : `${challenge_event_id}/${task_uuid}`
}
