/** After the end of a session: how long a member was in it, and making the same session again with the same people. */
import { instant } from '../lib/instant.ts'
import type { Refusal } from '../lib/refusal.ts'
import { SessionStatus } from './status.ts'

/**
 * Returns null when the viewer may make the session again; 409 before its end, 403 for people who did not take part.
 */
export function againCheck(session: { status: SessionStatus; is_preset: boolean }, wasIn: boolean): Refusal | null {
  if (session.is_preset || session.status !== SessionStatus.Ended) {
    return { kind: 'conflict', message: 'This session hasn’t ended yet.' }
  }
  return wasIn ? null : { kind: 'forbidden', message: 'Only people who took part can repeat this session.' }
}

/** Returns the seconds that a member was in an ended session while it ran. */
export function timeHere(
  session: { started_at: string | null; ended_at: string | null },
  me: { joined_at: string; completed_at: string | null }
): number {
  if (session.started_at === null || session.ended_at === null) return 0
  const from = Math.max(instant(session.started_at), instant(me.joined_at))
  const until = Math.min(instant(session.ended_at), me.completed_at === null ? Infinity : instant(me.completed_at))
  return Math.max(0, Math.round((until - from) / 1000))
}
