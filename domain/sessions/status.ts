/**
 * The status of a session at a moment: 0 waits, 1 runs, 2 has ended (SES-059..SES-066, D-82). All code that shows or
 * lists sessions uses these functions, with a whole session, a row of a list or a card.
 *
 * The rule that surprises: the stored status may be late. The actual status is never behind it and follows from the
 * times. While a part of a linked group is paused, the end moves with `now`, up to a month after the start (D-94).
 *
 * Units: instants are milliseconds since 1970, durations seconds.
 */
import { LONGEST } from './length.ts'

export const SessionStatus = { NotStarted: 0, Running: 1, Ended: 2 } as const
export type SessionStatus = (typeof SessionStatus)[keyof typeof SessionStatus]

export interface SessionTimes {
  /** The stored status. */
  status: SessionStatus
  startsAt: number | null
  /** The stored end; null while the start is unknown, and for a session without an end (D-122). */
  endsAt: number | null
  duration: number
  /** When a pause began that delays the end; null without one. */
  pausedSince: number | null
}

/** Converts the columns of a session (D-82). */
export function storedTimes(row: {
  status: SessionStatus
  started_at: Date | null
  ended_at: Date | null
  duration: number
  paused_since: Date | null
}): SessionTimes {
  return {
    status: row.status,
    startsAt: row.started_at?.getTime() ?? null,
    endsAt: row.ended_at?.getTime() ?? null,
    duration: row.duration,
    pausedSince: row.paused_since?.getTime() ?? null
  }
}

/** Returns the status at `now`, which is never behind the stored one (SES-059..SES-066, D-82). */
export function statusAt(times: SessionTimes, now: number): SessionStatus {
  if (times.status === SessionStatus.Ended) return SessionStatus.Ended
  const waits = times.status === SessionStatus.NotStarted && (times.startsAt === null || times.startsAt > now)
  if (waits) return SessionStatus.NotStarted
  const end = endAt(times, now)
  return end !== null && end <= now ? SessionStatus.Ended : SessionStatus.Running
}

/** Returns when the session ends, as known at `now`; null while that is unknown and without an end (D-122). */
export function endAt(times: SessionTimes, now: number): number | null {
  const { status, startsAt, endsAt, duration, pausedSince } = times
  if (status === SessionStatus.NotStarted && startsAt !== null && duration > 0) return startsAt + duration * 1000
  return status === SessionStatus.Running && pausedSince !== null ? delayedEnd(times, now - pausedSince) : endsAt
}

/**
 * Returns when the status changes next without a command; null when only people change it (SES-065, SES-066). During a
 * pause this is the latest possible end, because the pause may last until then (D-94).
 */
export function dueAt(times: SessionTimes): number | null {
  if (times.status === SessionStatus.Ended) return null
  if (times.status === SessionStatus.NotStarted) return times.startsAt
  return times.pausedSince === null ? times.endsAt : delayedEnd(times, Number.POSITIVE_INFINITY)
}

/** Returns the stored end delayed by `ms`, at most to a month after the start; null without an end. */
export function delayedEnd({ startsAt, endsAt }: Pick<SessionTimes, 'startsAt' | 'endsAt'>, ms: number): number | null {
  if (endsAt === null) return null
  const latest = startsAt === null ? endsAt : startsAt + LONGEST * 1000
  return Math.max(endsAt, Math.min(endsAt + Math.max(0, ms), latest))
}
