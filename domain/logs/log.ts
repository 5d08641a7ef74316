/**
 * The state machine of a progress log: start, pause, stop, complete, reset (LOG-08..LOG-27, D-52, D-100).
 *
 * The rule that surprises: resuming shifts `started_at` by the time paused, as parts do (TMR-05), so the time that ran
 * is always `now - started_at`; and a log without a duration has no timer, so it adds no time at all.
 * `elapsed_duration` is what had run when the log last stopped running; it stays so while it runs again.
 *
 * Units: durations are seconds (`elapsed_duration` keeps thousandths), `now` is milliseconds since 1970, dates ISO 8601.
 */

import { allow, conflict, type Result } from '../lib/result.ts'

/** Log states (LOG-08..LOG-11): todo and paused are one number on the wire. */
export const LogStatus = { Active: 1, Done: 2, Paused: 3, Stopped: 4 } as const
export type LogStatus = (typeof LogStatus)[keyof typeof LogStatus]

/** What the rules read and write; any row or response that has these keys will do, and keeps its others. */
export interface LogState {
  status: LogStatus
  /** Planned seconds; null or 0 means that the log has no timer. */
  duration: number | null
  amount: number | null
  distance: number | null
  started_at: string | null
  /** While it runs with a timer: the planned end. Once it is over: when it ended. */
  ended_at: string | null
  paused_at: string | null
  elapsed_duration: number
}

export interface Contribution {
  amount: number
  distance: number
  duration: number
}

/** The state of a log made at `now`: 1 runs at once, 2 is a result with all its time, 3 and 4 wait (D-52). */
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
 * The state at `now` of a log that was made at `madeAt` and arrives late: its timer has run since, until it was over.
 * @param end when its session ended, in ms since 1970; null while the session runs and for a log outside of one
 */
export function createLateLog(
  sent: Pick<LogState, 'status' | 'duration' | 'amount' | 'distance'>,
  madeAt: number,
  now: number,
  end: number | null
): LogState {
  const made = createLog(sent, madeAt)
  // A timer that is started after the end runs on, as it does for somebody who was never offline (D-86).
  if (end === null || end <= madeAt) return advanceLog(made, now)
  const atEnd = advanceLog(made, end)
  if (dueAt(atEnd) === null) return atEnd
  const stopped = stopLog(atEnd, end)
  return stopped.ok ? stopped.value : atEnd
}

/** 3 → 1, and 4 → 1 after a reset (LOG-12, LOG-21). 409 while it runs and once it is done or stopped. */
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

/** 1 → 3; what ran is kept (LOG-13). 409 unless it runs. */
export function pauseLog<L extends LogState>(log: L, now: number): Result<L> {
  if (log.status !== LogStatus.Active) return conflict('Only a running log can be paused.')
  return allow(halted(log, LogStatus.Paused, now, null))
}

/**
 * 1 or 3 → 4 for good; keeps the result, and when it stopped running as `paused_at` (LOG-17, LOG-18, LOG-22, D-100).
 * 409 before it started and once it is over.
 */
export function stopLog<L extends LogState>(log: L, now: number): Result<L> {
  if (log.started_at === null) return conflict('This log has not started.')
  if (log.status !== LogStatus.Active && log.status !== LogStatus.Paused) return conflict('This log is over.')
  return allow(halted(log, LogStatus.Stopped, now, iso(now)))
}

/**
 * → 2; a running timer stops first, then nothing remains (LOG-14..LOG-16). Completing again changes nothing. 409 once
 * it was stopped.
 */
export function completeLog<L extends LogState>(log: L, now: number): Result<L> {
  if (log.status === LogStatus.Done) return allow(log)
  if (log.status === LogStatus.Stopped && log.started_at !== null) return conflict('This log was stopped.')
  const started = log.started_at === null ? { ...log, started_at: iso(now) } : log
  return allow({ ...halted(started, LogStatus.Done, now, iso(now)), paused_at: null })
}

/** → 4 with times cleared, from any state; it can be started again (LOG-19, LOG-20). */
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

/** A running log whose time is over is done since then, however late this is asked; any other comes back as it was. */
export function advanceLog<L extends LogState>(log: L, now: number): L {
  const due = dueAt(log)
  if (due === null || due > now) return log
  const done = completeLog(log, due)
  return done.ok ? done.value : log
}

/** When a running timer reaches its end, in ms since 1970; null for a log that does not run or has no timer. */
export function dueAt(log: LogState): number | null {
  if (log.status !== LogStatus.Active || log.started_at === null || !isTimed(log)) return null
  return ms(log.started_at) + (log.duration ?? 0) * 1000
}

/** Whether the log has a timer, which is a duration above 0. */
export function isTimed(log: Pick<LogState, 'duration'>): boolean {
  return (log.duration ?? 0) > 0
}

/** Whether it is a timer that runs or is paused at `now`. */
export function isOpenTimer(log: LogState, now: number): boolean {
  const { status } = advanceLog(log, now)
  return isTimed(log) && (status === LogStatus.Active || status === LogStatus.Paused)
}

/** What tells one timer of a goal from another. */
export interface Timer extends Pick<LogState, 'duration' | 'amount' | 'distance'> {
  ql_button_uuid: string | null
  action: string
  title: string
  content: string
}

/**
 * Whether the timer that somebody starts is this open one of the same goal: that of the same button, or without a
 * button one that says the same. So two presses, two tabs and a retry start one.
 */
export function isSameTimer(open: Timer, started: Timer): boolean {
  if (open.ql_button_uuid !== null || started.ql_button_uuid !== null)
    return open.ql_button_uuid === started.ql_button_uuid
  const said = ['duration', 'amount', 'distance', 'action', 'title', 'content'] as const
  return said.every(key => open[key] === started[key])
}

/** Whole seconds that ran until `now`, rounded down and never more than planned (D-52). */
export function elapsed(log: LogState, now: number): number {
  return Math.floor(exactElapsed(log, now))
}

/** Whole seconds still to run, rounded up; 0 once done, null without a timer (LOG-16). */
export function remaining(log: LogState, now: number): number | null {
  if (!isTimed(log)) return null
  return log.status === LogStatus.Done ? 0 : Math.ceil((log.duration ?? 0) - exactElapsed(log, now))
}

/** Amount and distance count from the start on, until Reset clears it (D-52). */
export function counts(log: Pick<LogState, 'started_at'>): boolean {
  return log.started_at !== null
}

/** What a log adds to stored running totals: everything but the time since it last began to run. Whole seconds. */
export function contribution(log: LogState): Contribution {
  if (!counts(log)) return { amount: 0, distance: 0, duration: 0 }
  return { amount: log.amount ?? 0, distance: log.distance ?? 0, duration: Math.floor(log.elapsed_duration) }
}

/** The whole seconds that a running log adds on top of its contribution; 0 for any other. */
export function runningSeconds(log: LogState, now: number): number {
  return Math.max(0, elapsed(log, now) - contribution(log).duration)
}

/**
 * What is wrong with times that a page sent (D-100): a start in the future, or an end before the start. Texts by field;
 * empty when all is well.
 * @param slack ms that the clock of the page may be ahead
 */
export function checkTimes(
  sent: { started_at?: string | null; ended_at?: string | null },
  now: number,
  slack = 60_000
): Record<string, string> {
  const errors: Record<string, string> = {}
  if (sent.started_at && ms(sent.started_at) > now + slack) errors.started_at = 'The start cannot lie in the future.'
  if (sent.started_at && sent.ended_at && ms(sent.ended_at) < ms(sent.started_at)) {
    errors.ended_at = 'The end cannot lie before the start.'
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
