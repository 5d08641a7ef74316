/** Changing the start and the length of a session (D-83, D-84). Durations are seconds. */
import { instant } from '../lib/instant.ts'
import { invalid, type Refusal } from '../lib/refusal.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'
import { lengthError } from './length.ts'
import type { SessionState } from './session.ts'
import { SessionStatus } from './status.ts'

/** People choose "now" and send the form up to a minute later. */
const SLACK = 60_000

/** The sent times; absent ones stay as they are. */
interface SentTimes {
  started_at?: string | null | undefined
  ended_at?: string | null | undefined
  duration?: number | null | undefined
  is_manually_started?: 0 | 1 | boolean | null | undefined
}

/** Returns the 422 for an invalid duration, else null (D-84). */
export function checkDuration(duration: number): Refusal | null {
  const error = duration === 0 ? 'Please set the challenge duration.' : lengthError(duration)
  return error === null ? null : invalid('challenge.duration', error)
}

/** Returns the error message for a start (ISO 8601 or null) more than a minute before `now`, else null (D-83). */
export function startError(startedAt: string | null, now: number): string | null {
  return startedAt !== null && instant(startedAt) < now - SLACK ? 'Choose a start that isn’t in the past.' : null
}

/** Returns the 422 for a start (ISO 8601 or null) more than a minute before `now`, else null (D-83). */
export function checkStart(startedAt: string | null, now: number): Refusal | null {
  const error = startError(startedAt, now)
  return error === null ? null : invalid('challenge.started_at', error)
}

/** Returns the 422 for a session that is started by hand but has a start date too, else null. */
export function checkByHand(isByHand: boolean, startedAt: string | null): Refusal | null {
  return isByHand && startedAt !== null ? invalid('challenge.started_at', BY_HAND_OR_THEN) : null
}
const BY_HAND_OR_THEN = 'A session that starts by hand has no start date. Choose one or the other.'

/**
 * Returns the session with the sent times. The dates of its plan are not recomputed.
 *
 * Before the start: 422 for a start in the past, and for a start date together with a start by hand (D-83); without a
 * start the session waits for its host. While it runs: the length may change, but 422 when the session would be over
 * already, and 409 for another start. After the end: 409 for any change.
 */
export function changeTimes<S extends SessionState>(session: S, sent: SentTimes, now: number): Result<S> {
  const started_at = sent.started_at === undefined ? session.started_at : sent.started_at
  const duration = durationAfter(session, sent, started_at)
  const isSameStart = started_at === session.started_at
  const isSameLength = duration === session.duration
  if (session.status === SessionStatus.Ended) return isSameStart && isSameLength ? allow(session) : conflict(ENDED)
  const refusal = isSameLength ? null : checkDuration(duration)
  if (refusal) return deny(refusal)

  if (session.status === SessionStatus.Running) {
    if (!isSameStart) return conflict('This session has started, so its start can’t change.')
    const ended_at = later(session.ended_at, duration - session.duration)
    if (!isSameLength && ended_at !== null && instant(ended_at) <= now) {
      return deny(invalid('challenge.duration', 'With this duration, the session would already be over.'))
    }
    return allow({ ...session, duration, ended_at })
  }
  const refused =
    checkByHand(Boolean(sent.is_manually_started), started_at) ?? (isSameStart ? null : checkStart(started_at, now))
  if (refused) return deny(refused)
  return allow({ ...session, started_at, duration, is_manually_started: started_at === null })
}

export const ENDED = 'This session has ended, so its plan and times can’t change.'

/** Returns the sent duration, else the time from the start to a new end, else the old duration. */
function durationAfter(session: SessionState, sent: SentTimes, startedAt: string | null): number {
  if (sent.duration != null) return sent.duration
  if (sent.ended_at == null || startedAt === null || sent.ended_at === session.ended_at) return session.duration
  return Math.round((instant(sent.ended_at) - instant(startedAt)) / 1000)
}

function later(date: string | null, seconds: number): string | null {
  return date === null ? null : new Date(instant(date) + seconds * 1000).toISOString()
}
