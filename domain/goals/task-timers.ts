/**
 * The state of a goal's timers while a log of it runs. They run one after the other, each for its own sets. An interval
 * goal repeats them all for each set of the goal (TMR-22..TMR-29, D-56).
 */

import type { Flag } from '../lib/fields.ts'
import { instant } from '../lib/instant.ts'
import type { LogState } from '../logs/log.ts'
import { LogStatus } from '../logs/log.ts'
import type { Timer } from './fields.ts'
import { type Cue, cues, type Interval, intervalOf, type Position, positionAt, timerInterval } from './timers.ts'

export interface TimerState extends Timer {
  setsRemaining: number
  active: 0 | 1
}

type Timed = { timers: Timer[]; sets: number; is_interval: Flag }

/**
 * Returns the timers of a goal, each with its remaining sets and whether it runs (TMR-22..TMR-29).
 * @param logged seconds that the running or paused log has counted; null without such a log
 */
export function timersAt(task: Timed, logged: number | null): TimerState[] {
  const { duration, sets } = taskInterval(task)
  const elapsed = logged !== null && logged < duration ? logged % (duration / sets) : logged
  let begins = 0
  return task.timers.map(timer => {
    const run = timerInterval(timer)
    const position = elapsed === null ? null : positionAt(run, elapsed - begins)
    const isOver = elapsed !== null && elapsed >= begins + run.duration
    begins += run.duration
    if (position && !position.over) return { ...timer, setsRemaining: position.setsRemaining, active: 1 }
    return { ...timer, setsRemaining: isOver ? 0 : timer.sets, active: 0 }
  })
}

/** Returns the interval that a log of the goal runs: all its timers, `sets` times for an interval goal, else once. */
export function taskInterval({ timers, sets, is_interval }: Timed): Interval {
  return intervalOf({ timers, sets: is_interval ? sets : 1 })
}

/** Returns the timer that runs after `elapsed` seconds and the next one; null without timers and after the last one. */
export function stepAt(task: Timed, elapsed: number): { run: Interval; step: Position; next: Position | null } | null {
  const run = taskInterval(task)
  const step = positionAt(run, elapsed)
  if (!step || step.over) return null
  const next = positionAt(run, elapsed + step.remaining)
  return { run, step, next: next?.over ? null : next }
}

/**
 * Returns the seconds that doing a goal once takes: the sum of an interval goal's timers, else its usual time, else 0.
 */
export function taskSeconds(task: Timed & { action_duration: number; duration: number }): number {
  return (task.is_interval ? taskInterval(task).duration : 0) || task.action_duration || task.duration
}

/** Returns the sounds in (`from`, `to`], in ms since 1970, for the timers of goals that have a running log (TMR-12). */
export function taskCues(
  tasks: readonly (Timed & { activeLog: Pick<LogState, 'status' | 'started_at'> | null })[],
  from: number,
  to: number
): Cue[] {
  return tasks.flatMap(({ activeLog: log, ...task }) =>
    log?.status === LogStatus.Active && log.started_at !== null
      ? cues(taskInterval(task), instant(log.started_at), from, to)
      : []
  )
}
