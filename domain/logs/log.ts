/**
 * The state machine of a progress log: start, pause, stop, complete, reset (LOG-08..LOG-27, D-52, D-100).
 *
 * The rules that surprise: resuming shifts `started_at` by the length of the pause, as for parts (TMR-05), so the
 * elapsed time is always `now - started_at`. A log without a duration has no timer and adds no time. `elapsed_duration`
 * is the elapsed time when the log last stopped running; it does not change while the log runs again.
 *
 * Units: durations are seconds (`elapsed_duration` keeps thousandths), `now` is milliseconds since 1970, dates ISO
 * 8601.
 */

import { allow, conflict, type Result } from '../lib/result.ts'

/** Log states (LOG-08..LOG-11). "To do" and "paused" share the number 3. */
export const LogStatus = { Active: 1, Done: 2, Paused: 3, Stopped: 4 } as const
export type LogStatus = (typeof LogStatus)[keyof typeof LogStatus]

/** The fields that the rules read and write. Rows and responses have more fields, which the rules keep. */
export interface LogState {
  status: LogStatus
  /** Planned seconds; null or 0 means that the log has no timer. */
  duration: number | null
  amount: number | null
  distance: number | null
  started_at: string | null
  /** The planned end while its timer runs; the actual end once it is over. */
  ended_at: string | null
  paused_at: string | null
  elapsed_duration: number
}

export interface Contribution {
  amount: number
  distance: number
  duration: number
}

/**
 * Returns a log made at `now`: 1 runs at once, 2 is done with its whole duration, 3 and 4 wait to be started (D-52).
 */
export function createLog(sent: Pick<LogState, 'status' | 'duration' | 'amount' | 'distance'>, now: number): LogState {
  const waiting: LogState = {
    status: sent.status,
    duration: sent.duration,
    amount: sent.amount,
    distance: sent.distance,
    started_at: null,
    ended_at: null,
    paused_at: null,
    elapsed_duration: 0
  }
  if (sent.status === LogStatus.Active) return running(waiting, now)
  if (sent.status !== LogStatus.Done) return waiting
  const elapsed = sent.duration ?? 0
  return { ...waiting, started_at: iso(now - elapsed * 1000), ended_at: iso(now), elapsed_duration: elapsed }
}

/**
 * Returns the state at `now` of a log that was made at `madeAt` and arrives late. Its timer has run since, until it or
 * the session was over.
 * @param end when its session ended, in ms since 1970; null while the session runs and for a log outside of sessions
 */
export function createLateLog(
  sent: Pick<LogState, 'status' | 'duration' | 'amount' | 'distance'>,
  madeAt: number,
  now: number,
  end: number | null
): LogState {
  const made = createLog(sent, madeAt)
  // The end of the session does not stop a timer that was started after it, online or offline (D-86).
  if (end === null || end <= madeAt) return advanceLog(made, now)
  const atEnd = advanceLog(made, end)
  if (dueAt(atEnd) === null) return atEnd
  const stopped = stopLog(atEnd, end)
  return stopped.ok ? stopped.value : atEnd
}

/**
 * Starts or resumes a log: 3 → 1, and 4 → 1 after a reset (LOG-12, LOG-21). 409 while it runs, and once done or
 * stopped.
 */
export function startLog<L extends LogState>(log: L, now: number): Result<L> {
  if (log.status === LogStatus.Active) return conflict('This log is already running.')
  if (log.status === LogStatus.Done) return conflict('This log is done.')
  if (log.status === LogStatus.Stopped && log.started_at !== null) {
    return conflict('This log was stopped. Reset it to start again.')
  }
  if (log.started_at === null) return allow(running(log, now))
  const ran = log.paused_at === null ? log.elapsed_duration * 1000 : ms(log.paused_at) - ms(log.started_at)
  return allow(running(log, now - Math.max(0, ran)))
}

/** Pauses a log: 1 → 3; the elapsed time is kept (LOG-13). 409 unless it runs. */
export function pauseLog<L extends LogState>(log: L, now: number): Result<L> {
  if (log.status !== LogStatus.Active) return conflict('Only a running log can be paused.')
  return allow(halted(log, LogStatus.Paused, now, null))
}

/**
 * Stops a log for good: 1 or 3 → 4. It keeps the result, and sets `paused_at` to the time at which it stopped running
 * (LOG-17, LOG-18, LOG-22, D-100). 409 before it started and once it is over.
 */
export function stopLog<L extends LogState>(log: L, now: number): Result<L> {
  if (log.started_at === null) return conflict('This log hasn’t started.')
  if (log.status !== LogStatus.Active && log.status !== LogStatus.Paused) return conflict('This log is over.')
  return allow(halted(log, LogStatus.Stopped, now, iso(now)))
}

/**
 * Completes a log: → 2. A running timer stops, and nothing remains (LOG-14..LOG-16). Completing a done log changes
 * nothing. 409 once it was stopped.
 */
export function completeLog<L extends LogState>(log: L, now: number): Result<L> {
  if (log.status === LogStatus.Done) return allow(log)
  if (log.status === LogStatus.Stopped && log.started_at !== null) return conflict('This log was stopped.')
  const started = log.started_at === null ? { ...log, started_at: iso(now) } : log
  return allow({ ...halted(started, LogStatus.Done, now, iso(now)), paused_at: null })
}

/** Resets a log from any state: → 4 with its times cleared. It can then be started again (LOG-19, LOG-20). */
export function resetLog<L extends LogState>(log: L): L {
  return {
    ...log,
    status: LogStatus.Stopped,
    started_at: null,
    ended_at: null,
    paused_at: null,
    elapsed_duration: 0
  }
}

/** Whether the log may be deleted; 409 while its timer runs (D-131). */
export function mayDelete(log: Pick<LogState, 'status' | 'duration'>): Result<true> {
  const isRunning = log.status === LogStatus.Active && isTimed(log)
  return isRunning ? conflict('Stop this log before you delete it.') : allow(true)
}

/** Completes a running log at the end of its timer, if that is not after `now`; returns any other log unchanged. */
export function advanceLog<L extends LogState>(log: L, now: number): L {
  const due = dueAt(log)
  if (due === null || due > now) return log
  const done = completeLog(log, due)
  return done.ok ? done.value : log
}

/** Returns when a running timer ends, in ms since 1970; null for a log that does not run or has no timer. */
export function dueAt(log: LogState): number | null {
  if (log.status !== LogStatus.Active || log.started_at === null || !isTimed(log)) return null
  return ms(log.started_at) + (log.duration ?? 0) * 1000
}

/** Whether the log has a timer, which is a duration above 0. */
export function isTimed(log: Pick<LogState, 'duration'>): boolean {
  return (log.duration ?? 0) > 0
}

/** Whether a timer runs, is paused, or was reset and can be started again. */
export function isCounting(log: LogState): boolean {
  if (!isTimed(log) || log.status === LogStatus.Done) return false
  return log.status !== LogStatus.Stopped || log.started_at === null
}

/** Whether the log has a timer that runs or is paused at `now`. */
export function isOpenTimer(log: LogState, now: number): boolean {
  const { status } = advanceLog(log, now)
  return isTimed(log) && (status === LogStatus.Active || status === LogStatus.Paused)
}

/** The fields that distinguish the timers of a goal. */
export interface Timer extends Pick<LogState, 'duration' | 'amount' | 'distance'> {
  ql_button_uuid: string | null
  action: string
  title: string
  content: string
}

/**
 * Whether `started` is the same timer as an open timer of the same goal: it has the same button, or no button and equal
 * fields. So two presses, two tabs or a retry start only one timer.
 */
export function isSameTimer(open: Timer, started: Timer): boolean {
  if (open.ql_button_uuid !== null || started.ql_button_uuid !== null)
    return open.ql_button_uuid === started.ql_button_uuid
  const said = ['duration', 'amount', 'distance', 'action', 'title', 'content'] as const
  return said.every(key => open[key] === started[key])
}

/** Returns the elapsed seconds at `now`, rounded down and at most the duration (D-52). */
export function elapsed(log: LogState, now: number): number {
  return Math.floor(exactElapsed(log, now))
}

/** Returns the remaining seconds, rounded up; 0 once done, null without a timer (LOG-16). */
export function remaining(log: LogState, now: number): number | null {
  if (!isTimed(log)) return null
  return log.status === LogStatus.Done ? 0 : Math.ceil((log.duration ?? 0) - exactElapsed(log, now))
}

/** Whether amount and distance count: from the start of the log until it is reset (D-52). */
export function counts(log: Pick<LogState, 'started_at'>): boolean {
  return log.started_at !== null
}

/** Returns what a log adds to stored totals: everything except the time of its current run. Whole seconds. */
export function contribution(log: LogState): Contribution {
  if (!counts(log)) return { amount: 0, distance: 0, duration: 0 }
  return { amount: log.amount ?? 0, distance: log.distance ?? 0, duration: Math.floor(log.elapsed_duration) }
}

/** Returns the whole seconds of a log's current run, which `contribution` leaves out; 0 when it does not run. */
export function runningSeconds(log: LogState, now: number): number {
  return Math.max(0, elapsed(log, now) - contribution(log).duration)
}

/**
 * Returns errors by field for times from a page: a start in the future, or an end before the start (D-100).
 * @param slack ms by which the page's clock may be ahead
 */
export function checkTimes(
  sent: { started_at?: string | null; ended_at?: string | null },
  now: number,
  slack = 60_000
): Record<string, string> {
  const errors: Record<string, string> = {}
  if (sent.started_at && ms(sent.started_at) > now + slack) errors.started_at = 'The start can’t be in the future.'
  if (sent.started_at && sent.ended_at && ms(sent.ended_at) < ms(sent.started_at)) {
    errors.ended_at = 'The end can’t be before the start.'
  }
  return errors
}

function running<L extends LogState>(log: L, startedAt: number): L {
  const ended_at = isTimed(log) ? iso(startedAt + (log.duration ?? 0) * 1000) : null
  return { ...log, status: LogStatus.Active, started_at: iso(startedAt), ended_at, paused_at: null }
}

function halted<L extends LogState>(log: L, status: LogStatus, now: number, ended_at: string | null): L {
  const at = log.paused_at ?? iso(Math.max(now, log.started_at === null ? now : ms(log.started_at)))
  return { ...log, status, ended_at, paused_at: at, elapsed_duration: exactElapsed(log, now) }
}

function exactElapsed(log: LogState, now: number): number {
  if (log.started_at === null) return 0
  if (log.status !== LogStatus.Active) return log.elapsed_duration
  if (!isTimed(log)) return 0
  return Math.min(log.duration ?? 0, Math.max(0, (now - ms(log.started_at)) / 1000))
}

function ms(date: string): number {
  return Date.parse(date)
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
