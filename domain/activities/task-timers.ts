/** Where the timers of a goal stand while a log of it runs: one after the other, each for its sets (TMR-22..TMR-29). */
import type { Timer } from '../goals/goal.ts'
import { positionAt, timerInterval } from './timers.ts'

export interface TimerState extends Timer {
  setsRemaining: number
  active: 0 | 1
}

/** `elapsed` seconds of the running or paused log, or null without one. */
export function timersAt(timers: readonly Timer[], elapsed: number | null): TimerState[] {
  let begins = 0
  return timers.map(timer => {
    const run = timerInterval(timer)
    const position = elapsed === null ? null : positionAt(run, elapsed - begins)
    const isOver = elapsed !== null && elapsed >= begins + run.duration
    begins += run.duration
    if (position && !position.over) return { ...timer, setsRemaining: position.setsRemaining, active: 1 }
    return { ...timer, setsRemaining: isOver ? 0 : timer.sets, active: 0 }
  })
}
