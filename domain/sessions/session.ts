/**
 * The state machine of a session: 0 waits, 1 runs, 2 has ended (SES-059..SES-075, D-74, D-78, D-82, D-83).
 *
 * The rule that surprises: `advance` may be called at any time and any number of times. When it is called late, it uses
 * the planned dates and not the time of the call. While a part of a linked group is paused, the end moves with `now`
 * (D-94), up to a month after the start.
 *
 * Units: `now` and instants are milliseconds since 1970, durations seconds, stored dates ISO 8601.
 */

import type { Plan } from '../activities/plan.ts'
import { beginPlan, clearPlan, withDates } from '../activities/schedule.ts'
import type { Stay } from '../activities/turns.ts'
import { instant } from '../lib/instant.ts'
import { allow, conflict, type Result } from '../lib/result.ts'
import { delayedEnd, endAt, SessionStatus, type SessionTimes, statusAt } from './status.ts'

/** The fields that the rules read and write. Rows and responses have more fields, which the rules keep. */
export interface SessionState {
  status: SessionStatus
  started_at: string | null
  ended_at: string | null
  duration: number
  is_manually_started: 0 | 1 | boolean
  /** When a host paused the whole session (`pause.ts`); null while it is not paused. */
  paused_at?: string | null | undefined
  /** Seconds of all earlier pauses of the whole session. */
  paused_seconds?: number | undefined
  plan: Pick<Plan, 'parts' | 'timers'>
}

export type SessionEvent = { kind: 'sessionStarted'; at: number } | { kind: 'sessionEnded'; at: number }

export interface Advanced<S> {
  session: S
  /** In order; empty when nothing was due, and then `session` is the same object. */
  events: SessionEvent[]
}

/**
 * Whether the host may start the session by hand (SES-067, D-83). 409 with the reason once it has started, when it has
 * a start time, and when it is not set to be started by hand.
 */
export function mayStart(session: Pick<SessionState, 'status' | 'started_at' | 'is_manually_started'>): Result<true> {
  if (session.status === SessionStatus.Running) return conflict('This session has already started.')
  if (session.status === SessionStatus.Ended) return conflict('This session has ended.')
  if (session.started_at !== null) return conflict('This session has a start time and will start on its own.')
  if (!session.is_manually_started) return conflict('This session doesn’t start by hand.')
  return allow(true)
}

/**
 * Starts the session by hand at `now`; 409 as for `mayStart` (SES-067).
 * @param countdown seconds until the start, which all pages count down. The start is rounded to a full second, so that
 * numbers and sounds change together
 */
export function start<S extends SessionState>(
  session: S,
  now: number,
  people: readonly Stay[] = [],
  countdown = 0
): Result<S> {
  const may = mayStart(session)
  if (!may.ok) return may
  if (countdown === 0) return allow(begin(session, now, people))
  const startsAt = Math.ceil(now / 1000) * 1000 + countdown * 1000
  return allow(scheduled({ ...session, started_at: iso(startsAt) }, people))
}

/**
 * Begins the session at its start time, or at `now` without one: sets status 1 and the end, starts the first parts and
 * recomputes the following dates (SES-071..SES-075).
 */
export function begin<S extends SessionState>(session: S, now: number, people: readonly Stay[] = []): S {
  const startsAt = session.started_at === null ? now : instant(session.started_at)
  return {
    ...session,
    status: SessionStatus.Running,
    started_at: iso(startsAt),
    ended_at: session.duration > 0 ? iso(startsAt + session.duration * 1000) : session.ended_at,
    plan: beginPlan(session.plan, startsAt, people)
  }
}

/** Updates a late status: 0 → 1 at the start, 1 → 2 at the end, or both at once (SES-065, SES-066, D-82). */
export function advance<S extends SessionState>(session: S, now: number, people: readonly Stay[] = []): Advanced<S> {
  const events: SessionEvent[] = []
  const due = statusAt(timesOf(session), now)
  if (due === session.status) return { session, events }
  let state = session
  if (state.status === SessionStatus.NotStarted && state.started_at !== null) {
    const at = instant(state.started_at)
    state = begin(state, at, people)
    events.push({ kind: 'sessionStarted', at })
  }
  const at = endsAt(state, now)
  if (due === SessionStatus.Ended && at !== null) {
    state = { ...state, status: SessionStatus.Ended, ended_at: iso(at) }
    events.push({ kind: 'sessionEnded', at })
  }
  return { session: state, events }
}

/** Ends the session for everyone (D-74). 409 unless it runs. */
export function end<S extends SessionState>(session: S, now: number): Result<S> {
  if (session.status === SessionStatus.NotStarted) return conflict('This session hasn’t started yet.')
  if (session.status === SessionStatus.Ended) return conflict('This session has ended.')
  return allow({ ...session, status: SessionStatus.Ended, ended_at: iso(now) })
}

/**
 * Whether the session may be cancelled (D-139): only while it waits. A cancelled session ends before it begins, and
 * nobody can find it any more. 409 with the reason once it has started.
 */
export function mayCancel({ status }: Pick<SessionState, 'status'>): Result<true> {
  if (status === SessionStatus.Running) return conflict('This session has already started. End it instead.')
  if (status === SessionStatus.Ended) return conflict('This session has ended.')
  return allow(true)
}

/** How long a session waits for its host to start it, in ms from its last change (D-139). */
export const LONGEST_WAIT = 30 * 86_400_000

/**
 * Whether a waiting session is abandoned, so that the server cancels it (D-139): its last member left, or its host did
 * not start it for 30 days. A template is never abandoned.
 */
export function isAbandoned(
  session: {
    status: SessionStatus
    startsAt: number | null
    changedAt: number
    participants_count: number
    is_preset: boolean
  },
  now: number
): boolean {
  if (session.status !== SessionStatus.NotStarted || session.is_preset) return false
  return session.participants_count === 0 || (session.startsAt === null && session.changedAt + LONGEST_WAIT <= now)
}

/** The message for people who open a cancelled session. */
export const WAS_CANCELLED = 'This session was cancelled.'

/**
 * Resets the session to status 0 without run facts (D-78). It keeps a scheduled start in the future; without one the
 * host starts the session by hand.
 */
export function reset<S extends SessionState>(session: S, now: number, people: readonly Stay[] = []): S {
  const kept = session.started_at !== null && instant(session.started_at) > now ? session.started_at : null
  const cleared = {
    ...session,
    status: SessionStatus.NotStarted,
    started_at: kept,
    ended_at: null,
    paused_at: null,
    paused_seconds: 0,
    plan: clearPlan(session.plan)
  }
  return kept === null ? { ...cleared, is_manually_started: 1 } : scheduled(cleared, people)
}

/**
 * Computes the end and the dates of parts from the start, for saving a waiting session (D-91). Without a start the end
 * is null.
 */
export function scheduled<S extends SessionState>(session: S, people: readonly Stay[] = []): S {
  const startsAt = session.started_at === null ? null : instant(session.started_at)
  return {
    ...session,
    ended_at: startsAt === null ? null : iso(startsAt + session.duration * 1000),
    plan: withDates(session.plan, { startsAt, now: startsAt ?? 0, people })
  }
}

/** Returns when the session ends, in ms since 1970. A pause delays it. See `endAt`. */
export function endsAt(session: SessionState, now: number): number | null {
  return endAt(timesOf(session), now)
}

/**
 * Returns the end delayed by `ms`, at most to a month after the start; null without an end (D-94). See `delayedEnd`.
 */
export function delayed(session: SessionState, ms: number): number | null {
  return delayedEnd(timesOf(session), ms)
}

function timesOf(session: SessionState): SessionTimes {
  const { status, started_at, ended_at, duration } = session
  return {
    status,
    startsAt: started_at === null ? null : instant(started_at),
    endsAt: ended_at === null ? null : instant(ended_at),
    duration,
    pausedSince: status === SessionStatus.Running ? pausedSince(session) : null
  }
}

/**
 * Returns when the earliest current pause began, of the session or of a part in a linked group, in ms since 1970; null
 * without one. Such a pause delays the whole session (D-94).
 * @param except uuid of a part whose pause is ignored
 */
export function pausedSince(
  { plan, paused_at }: { plan: Pick<Plan, 'parts'>; paused_at?: SessionState['paused_at'] },
  except?: string
): number | null {
  let since = paused_at == null ? null : instant(paused_at)
  for (const group of plan.parts) {
    if (!group.linked) continue
    for (const part of group.parts) {
      if (part.paused_at === null || part.completed_at !== null || part.uuid === except) continue
      since = Math.min(since ?? Number.POSITIVE_INFINITY, instant(part.paused_at))
    }
  }
  return since
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
