/**
 * Host commands on the clock of the whole session: pause, resume, more time (D-94).
 *
 * The rules that surprise: pausing the session pauses each running part by the rules of parts, and also the session's
 * end and its own timers. More time extends the part that ends first and delays the following parts and the end, so
 * that the plan still fits.
 *
 * Units: `now` is milliseconds since 1970, durations seconds, stored dates ISO 8601.
 */
import type { Part } from '../activities/plan.ts'
import type { Stay } from '../activities/turns.ts'
import { instant } from '../lib/instant.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'
import { extendPart, pausePart, resumePart, runningParts } from './parts.ts'
import { delayed, type SessionState } from './session.ts'
import { SessionStatus } from './status.ts'
import { checkDuration } from './times.ts'

const NOT_RUNNING = 'This session isn’t in progress.'

/** Pauses the whole session (D-94). 409 unless it runs, and while it is paused. */
export function pauseSession<S extends SessionState>(session: S, now: number, people: readonly Stay[] = []): Result<S> {
  if (session.status !== SessionStatus.Running) return conflict(NOT_RUNNING)
  if (session.paused_at != null) return conflict('This session is already paused.')
  let state = session
  for (const { part, pausedAt } of runningParts(session, now, people)) {
    if (pausedAt !== null) continue
    const paused = pausePart(state, part.uuid, now, people)
    if (paused.ok) state = paused.value
  }
  return allow({ ...state, paused_at: new Date(now).toISOString() })
}

/** Resumes the whole session and delays its end by the length of the pause (D-94). 409 unless it is paused. */
export function resumeSession<S extends SessionState>(
  session: S,
  now: number,
  people: readonly Stay[] = []
): Result<S> {
  if (session.status !== SessionStatus.Running) return conflict(NOT_RUNNING)
  if (session.paused_at == null) return conflict('This session isn’t paused.')
  const since = instant(session.paused_at)
  let state = session
  for (const { part, pausedAt } of runningParts(session, now, people)) {
    if (pausedAt === null) continue
    // `paused_at` is still set here, so resuming a part delays the end only by its pause before that.
    const resumed = resumePart(state, part.uuid, now, people)
    if (resumed.ok) state = resumed.value
  }
  const paused_seconds = (session.paused_seconds ?? 0) + (now - since) / 1000
  return allow({ ...state, paused_at: null, paused_seconds, ended_at: endAfter(state, now - since) })
}

/**
 * Gives the session more time, in seconds. 409 unless it runs, 422 when it would exceed the longest session.
 * @param seenEnd the end that the host saw when they pressed. If it has changed since, the press was handled already,
 * in another tab or before its response was lost, and the same session object is returned. Without it every call adds
 * time
 */
export function extendSession<S extends SessionState>(
  session: S,
  seconds: number,
  now: number,
  people: readonly Stay[] = [],
  seenEnd?: string | null
): Result<S> {
  if (session.status !== SessionStatus.Running) return conflict(NOT_RUNNING)
  if (seenEnd !== undefined && seenEnd !== session.ended_at) return allow(session)
  const duration = session.duration + seconds
  const refusal = checkDuration(duration)
  if (refusal) return deny(refusal)
  const part = extendedPart(session, now, people)
  const longer = part ? extendPart(session, part.uuid, seconds, now, people) : null
  const state = longer?.ok ? longer.value : session
  return allow({ ...state, duration, ended_at: endAfter(state, seconds * 1000) })
}

/**
 * Returns the part that gets more time with the session: the first to end. Null when none runs, and for a part with
 * turns, because turns have their own length.
 */
export function extendedPart(session: SessionState, now: number, people: readonly Stay[] = []): Part | null {
  const part = runningParts(session, now, people)[0]?.part
  return part && !part.per_participant ? part : null
}

function endAfter(session: SessionState, ms: number): string | null {
  const end = delayed(session, ms)
  return end === null ? null : new Date(end).toISOString()
}
