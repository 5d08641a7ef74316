/** Permission to cheer for a log (D-138). */

import { JOIN_FIRST } from '../lib/refusal.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'

/** @internal Exported for tests too. */
export const OWN_LOG = 'This is your own log.'

/** How many recent logs a session's page loads at first. */
export const MOST_RECENT = 20

/**
 * Whether someone may cheer for a log in a session, or take a cheer back (D-138). Members may, except for their own log
 * (409). 403 without membership, 404 when they may not see the log.
 */
export function mayCheer(log: { isSeen: boolean; isMine: boolean }, isMember: boolean): Result<true> {
  if (!log.isSeen) return deny({ kind: 'notFound' })
  if (!isMember) return deny({ kind: 'forbidden', message: JOIN_FIRST })
  return log.isMine ? conflict(OWN_LOG) : allow(true)
}
