/**
 * What a host does to the clock of a whole running session: pause, resume, more time (D-94).
 *
 * The rule that surprises: a pause of the session pauses each part that runs, so a part keeps its time by the rules of
 * parts; the session adds what parts do not have, its end and its own timers. More time goes to the part that ends first,
 * to what follows it, and to the end, so that nothing of the plan falls off.
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

const NOT_RUNNING = 'This session is not in progress.'

/** Stops the clock of all that runs (D-94). 409 unless the session runs, and while it is paused. */
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

/** Goes on with everything where it was; the end moves by the time paused (D-94). 409 unless all of it is paused. */
export function resumeSession<S extends SessionState>(
  session: S,
  now: number,
  people: readonly Stay[] = []
): Result<S> {
  if (session.status !== SessionStatus.Running) return conflict(NOT_RUNNING)
  if (session.paused_at == null) return conflict('This session is not paused.')
  const since = instant(session.paused_at)
  let state = session
  for (const { part, pausedAt } of runningParts(session, now, people)) {
    if (pausedAt === null) continue
    // While the session says that it is paused, a part moves the end by no more than was paused before that.
    const resumed = resumePart(state, part.uuid, now, people)
    if (resumed.ok) state = resumed.value
  }
  const paused_seconds = (session.paused_seconds ?? 0) + (now - since) / 1000
  return allow({ ...state, paused_at: null, paused_seconds, ended_at: endAfter(state, now - since) })
}

/**
 * Gives the session more time, in seconds. 409 unless it runs, 422 when it would last longer than a session may.
 * @param seenEnd the end that the host saw when they pressed: when it has moved since, the same press has been counted
 * already, in another tab or before its response was lost, and the very same session is returned. Left out, it counts
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
 * The part that gets more time when the session does: the one that ends first. Null when none runs, and for turns, which
 * have a length of their own.
 */
export function extendedPart(session: SessionState, now: number, people: readonly Stay[] = []): Part | null {
  const part = runningParts(session, now, people)[0]?.part
  return part && !part.per_participant ? part : null
}

function endAfter(session: SessionState, ms: number): string | null {
  const end = delayed(session, ms)
  return end === null ? null : new Date(end).toISOString()
}
