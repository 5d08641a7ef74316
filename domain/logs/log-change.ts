/** What a person corrects in a log of theirs (D-51). */

import { MONTH, spokenDuration } from '../lib/duration.ts'
import { invalid } from '../lib/refusal.ts'
import { allow, deny, type Result } from '../lib/result.ts'
import { completeLog, type LogState, LogStatus, pauseLog, startLog, stopLog } from './log.ts'

/** What a log may say, of which it says something. */
export interface Said {
  amount?: number | null | undefined
  distance?: number | null | undefined
  /** Seconds; 0 says nothing. */
  duration?: number | null | undefined
  title?: string | null | undefined
  content?: string | null | undefined
}

export const EMPTY_LOG = 'Give an amount, a distance, a time or a note.'

/** Whether a log says anything: an empty one would only cost a use (LOG-28). */
export function saysSomething({ amount, distance, duration, title, content }: Said): boolean {
  return (amount ?? distance ?? null) !== null || Boolean(duration || title?.trim() || content?.trim())
}

/** Whether a log may be corrected to `after`: 422 for one that said something and would say nothing (LOG-28). */
export function keepsSaying(before: Said, after: Said): Result<true> {
  return saysSomething(after) || !saysSomething(before) ? allow(true) : deny(invalid('amount', EMPTY_LOG))
}

/** What is absent stays as it is. */
export interface LogChange {
  amount?: number | null | undefined
  distance?: number | null | undefined
  /** Seconds. */
  duration?: number | null | undefined
  status?: LogStatus | undefined
  /** When it began and ended, of a log that is done; both or neither. */
  started_at?: string | undefined
  ended_at?: string | undefined
}

/**
 * The log with what was sent (D-51). Another status is reached by its own rule, and 409 where that rule refuses. 422 for
 * times that cannot be, or that do not fit the duration that was sent with them.
 */
export function changeLog<L extends LogState>(log: L, sent: LogChange, now: number): Result<L> {
  const times = sent.started_at === undefined && sent.ended_at === undefined ? null : timesOf(log, sent, now)
  if (times && !times.ok) return times
  const changed = {
    ...log,
    ...(sent.amount === undefined ? {} : { amount: sent.amount }),
    ...(sent.distance === undefined ? {} : { distance: sent.distance }),
    ...(times ? times.value : sent.duration === undefined ? {} : planned(log, sent.duration))
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

/** What lies between start and end is the time of the log; one that takes no time has none. */
function timesOf(log: LogState, sent: LogChange, now: number): Result<Partial<LogState>> {
  const { started_at, ended_at, duration } = sent
  if (started_at === undefined) return deny(invalid('started_at', 'Give the start too.'))
  if (ended_at === undefined) return deny(invalid('ended_at', 'Give the end too.'))
  if (log.status !== LogStatus.Done) {
    return deny(invalid('started_at', 'Only the times of a log that is done can be changed.'))
  }
  const seconds = Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1000)
  if (seconds < 0) return deny(invalid('ended_at', 'The end cannot lie before the start.'))
  if (Date.parse(ended_at) > now) return deny(invalid('ended_at', 'This time has not come yet.'))
  if (seconds > MONTH) return deny(invalid('ended_at', `A log takes at most ${spokenDuration(MONTH)}.`))
  if (duration !== undefined && (duration ?? 0) !== seconds) {
    return deny(invalid('duration', 'This is not what lies between start and end. Change one of them alone.'))
  }
  return allow({ started_at, ended_at, duration: seconds || null, elapsed_duration: seconds })
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
