/**
 * Where the timers of a goal stand while a log of it runs: one after the other, each for its sets, and in an interval
 * goal all of them again for the sets of the goal (TMR-22..TMR-29, D-56).
 */

import type { Timer } from '../goals/goal.ts'
import { instant } from '../lib/instant.ts'
import type { LogState } from '../logs/log.ts'
import { LogStatus } from '../logs/log.ts'
import type { Task } from './plan.ts'
import { type Cue, cues, type Interval, intervalOf, type Position, positionAt, timerInterval } from './timers.ts'

export interface TimerState extends Timer {
  setsRemaining: number
  active: 0 | 1
}

type Timed = Pick<Task, 'timers' | 'sets' | 'is_interval'>

/**
 * The timers of a goal with their sets remaining and which of them runs (TMR-22..TMR-29).
 * @param logged seconds that the running or paused log has counted, or null without such a log
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

/** What a log of the goal runs through: all of its timers, `sets` times for an interval goal and once for any other. */
export function taskInterval({ timers, sets, is_interval }: Timed): Interval {
  return intervalOf({ timers, sets: is_interval ? sets : 1 })
}

/** Where the run of a goal stands after `elapsed` seconds, and what follows; null without timers and once it is over. */
export function stepAt(task: Timed, elapsed: number): { run: Interval; step: Position; next: Position | null } | null {
  const run = taskInterval(task)
  const step = positionAt(run, elapsed)
  if (!step || step.over) return null
  const next = positionAt(run, elapsed + step.remaining)
  return { run, step, next: next?.over ? null : next }
}

/** Seconds of one go at a goal: what the timers of an interval goal come to, else its usual time; 0 without one. */
export function taskSeconds(task: Timed & Pick<Task, 'action_duration' | 'duration'>): number {
  return (task.is_interval ? taskInterval(task).duration : 0) || task.action_duration || task.duration
}

/** The sounds in (`from`, `to`], in ms since 1970, of the timers of goals whose log runs (TMR-12). */
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
