/**
 * Commands of members for themselves: being ready before the session starts, and completing it while it runs (D-74,
 * D-76). When everyone is ready the session does not start by itself: the host decides.
 */
import { allow, conflict, type Result } from '../../lib/result.ts'
import { SessionStatus } from '../status.ts'

/**
 * Returns the new readiness of a member: `wish`, or the opposite of now when it is null (SES-091, D-76). 409 once the
 * session has started.
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
 * Whether the page offers to be ready: before the start, not in a template, and not to a removed person. It asks
 * visitors to join first (SES-082, SES-091).
 */
export function offersReady(session: { status: SessionStatus; is_preset: 0 | 1 }, isRemoved: boolean): boolean {
  return readyAfter(session, false).ok && !session.is_preset && !isRemoved
}

const HOUR = 3600

/**
 * Whether the page asks a member to be ready: from an hour before the start on, and while the session waits for its
 * host. Earlier nobody would be.
 *
 * @param remaining seconds to the start; null without a start
 */
export function asksReady(remaining: number | null): boolean {
  return remaining === null || remaining <= HOUR
}

/**
 * Whether a member may complete the session for themselves, while it continues for the others (D-74). 409 unless it
 * runs.
 */
export function mayComplete(session: { status: SessionStatus }): Result<true> {
  return session.status === SessionStatus.Running ? allow(true) : conflict('This session isn’t in progress.')
}
