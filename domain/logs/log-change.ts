/** What a person corrects in a log of theirs (D-51). */

import { allow, type Result } from '../lib/result.ts'
import { completeLog, type LogState, LogStatus, pauseLog, startLog, stopLog } from './log.ts'

/** What is absent stays as it is. */
export interface LogChange {
  amount?: number | null | undefined
  distance?: number | null | undefined
  /** Seconds. */
  duration?: number | null | undefined
  status?: LogStatus | undefined
}

/** The log with what was sent (D-51). Another status is reached by its own rule, and 409 where that rule refuses. */
export function changeLog<L extends LogState>(log: L, sent: LogChange, now: number): Result<L> {
  const changed = {
    ...log,
    ...(sent.amount === undefined ? {} : { amount: sent.amount }),
    ...(sent.distance === undefined ? {} : { distance: sent.distance }),
    ...(sent.duration === undefined ? {} : planned(log, sent.duration))
  }
  if (sent.status === undefined || sent.status === log.status) return allow(changed)
  return RULES[sent.status](changed, now)
}

const RULES = {
  [LogStatus.Active]: startLog,
  [LogStatus.Done]: completeLog,
  [LogStatus.Paused]: pauseLog,
  [LogStatus.Stopped]: stopLog
}

/**
 * A done log's time is its duration, so correcting one corrects the other, and when it began; a running one gets a new
 * end; one that is paused or stopped has never run longer than planned.
 */
function planned(log: LogState, duration: number | null): Partial<LogState> {
  if (log.status === LogStatus.Done) {
    const seconds = duration ?? 0
    if (log.ended_at === null || seconds === Math.floor(log.elapsed_duration)) return { duration }
    const began = Date.parse(log.ended_at) - seconds * 1000
    return { duration, elapsed_duration: seconds, started_at: new Date(began).toISOString() }
  }
  if (log.status !== LogStatus.Active) {
    return { duration, elapsed_duration: Math.min(log.elapsed_duration, duration ?? 0) }
  }
  const startedAt = Date.parse(log.started_at ?? '')
  return { duration, ended_at: duration ? new Date(startedAt + duration * 1000).toISOString() : null }
}
