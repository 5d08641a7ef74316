/**
 * What members do about their own part in a session: being ready before it starts and completing it while it runs
 * (D-74, D-76). All being ready starts nothing; the host decides.
 */
import { allow, conflict, type Result } from '../lib/result.ts'
import { SessionStatus } from './status.ts'

/**
 * Whether somebody is ready after they asked for it (SES-091, D-76); a `wish` of null means the opposite of now. 409
 * once the session started.
 */
export function readyAfter(
  session: { status: SessionStatus },
  isReady: boolean,
  wish: boolean | null = null
): Result<boolean> {
  if (session.status !== SessionStatus.NotStarted) return conflict('This session has already started.')
  return allow(wish ?? !isReady)
}

/**
 * Whether the page offers to be ready: before the start, not in a template, and not to somebody who was removed. A
 * visitor joins first (SES-082, SES-091).
 */
export function offersReady(session: { status: SessionStatus; is_preset: 0 | 1 }, isRemoved: boolean): boolean {
  return readyAfter(session, false).ok && !session.is_preset && !isRemoved
}

const HOUR = 3600

/**
 * Whether readiness is what a room asks of a member next: from an hour before its start on, and while it waits for its
 * host. The day before nobody is ready.
 *
 * @param remaining seconds to the start; null where none is set
 */
export function asksReady(remaining: number | null): boolean {
  return remaining === null || remaining <= HOUR
}

/** Whether a member may complete the session for themselves; it goes on for the others (D-74). 409 unless it runs. */
export function mayComplete(session: { status: SessionStatus }): Result<true> {
  return session.status === SessionStatus.Running ? allow(true) : conflict('This session is not in progress.')
}
