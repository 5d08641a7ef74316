/**
 * What members do about their own part in a session: being ready before it starts and completing it while it runs
 * (D-74, D-76). All being ready starts nothing; the host decides.
 */
import { allow, conflict, type Result } from '../lib/result.ts'
import { SessionStatus } from './status.ts'

/** Whether somebody is ready after they asked for it; `wish` null turns it round. Refused once the session started. */
export function readyAfter(
  session: { status: SessionStatus },
  isReady: boolean,
  wish: boolean | null = null
): Result<boolean> {
  if (session.status !== SessionStatus.NotStarted) return conflict('This session has already started.')
  return allow(wish ?? !isReady)
}

/** Whether the page offers to be ready; a visitor joins first (SES-082, SES-091). */
export function offersReady(session: { status: SessionStatus; is_preset: 0 | 1 }, isRemoved: boolean): boolean {
  return readyAfter(session, false).ok && !session.is_preset && !isRemoved
}

/** Whether a member may complete the session for themselves; it goes on for the others (D-74). */
export function mayComplete(session: { status: SessionStatus }): Result<true> {
  return session.status === SessionStatus.Running ? allow(true) : conflict('This session is not in progress.')
}
