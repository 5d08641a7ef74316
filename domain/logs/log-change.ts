/** Corrections that people make to their own logs (D-51). */

import { MONTH, spokenDuration } from '../lib/duration.ts'
import { invalid } from '../lib/refusal.ts'
import { allow, deny, type Result } from '../lib/result.ts'
import { completeLog, type LogState, LogStatus, pauseLog, startLog, stopLog } from './log.ts'

/** The content of a log; at least one field has a value. */
export interface LogContent {
  amount?: number | null | undefined
  distance?: number | null | undefined
  /** Seconds; 0 counts as no value. */
  duration?: number | null | undefined
  title?: string | null | undefined
  content?: string | null | undefined
}

export const EMPTY_LOG = 'Enter an amount, a distance, a time or a note.'

/** Whether a log has any content. An empty log would only cost a use (LOG-28). */
export function hasContent({ amount, distance, duration, title, content }: LogContent): boolean {
  return (amount ?? distance ?? null) !== null || Boolean(duration || title?.trim() || content?.trim())
}

/** Whether a log may be corrected to `after`; 422 when the correction would make it empty (LOG-28). */
export function keepsContent(before: LogContent, after: LogContent): Result<true> {
  return hasContent(after) || !hasContent(before) ? allow(true) : deny(invalid('amount', EMPTY_LOG))
}

/** A correction; absent fields stay as they are. */
export interface LogChange {
  amount?: number | null | undefined
  distance?: number | null | undefined
  /** Seconds. */
  duration?: number | null | undefined
  status?: LogStatus | undefined
  /** Only for a log that is done, and only together with `ended_at`. */
  started_at?: string | undefined
  ended_at?: string | undefined
}

/**
 * Returns the corrected log (D-51). A new status follows the rule of its command, with its 409. 422 for impossible
 * times, and for times that don't fit the sent duration.
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

/** Returns the new times; the time between them becomes the log's duration, or null when it is 0. */
function timesOf(log: LogState, sent: LogChange, now: number): Result<Partial<LogState>> {
  const { started_at, ended_at, duration } = sent
  if (started_at === undefined) return deny(invalid('started_at', 'Enter the start too.'))
  if (ended_at === undefined) return deny(invalid('ended_at', 'Enter the end too.'))
  if (log.status !== LogStatus.Done) {
    return deny(invalid('started_at', 'You can only change the times of a finished log.'))
  }
  const seconds = Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1000)
  if (seconds < 0) return deny(invalid('ended_at', 'The end can’t be before the start.'))
  if (Date.parse(ended_at) > now) return deny(invalid('ended_at', 'This time is in the future.'))
  if (seconds > MONTH) return deny(invalid('ended_at', `A log can last at most ${spokenDuration(MONTH)}.`))
  if (duration !== undefined && (duration ?? 0) !== seconds) {
    return deny(invalid('duration', 'This doesn’t match the start and end. Change only one of them.'))
  }
  return allow({ started_at, ended_at, duration: seconds || null, elapsed_duration: seconds })
}

/**
 * Returns the changes for a new duration. A done log's elapsed time changes with it, and its start moves. A running log
 * gets a new planned end. The elapsed time of a paused or stopped log is limited to the duration.
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
