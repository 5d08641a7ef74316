/** Who may cheer for a log (D-138). */
import { JOIN_FIRST } from '../chat/chat.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'

/** @internal Exported for tests too. */
export const OWN_LOG = 'This is your own log.'

/** How many logs the stream of a room begins with. */
export const MOST_RECENT = 20

/**
 * Whether somebody may cheer for a log in a session (D-138): members, while they see it, and not for their own. Taking a
 * cheer back asks for the same.
 */
export function mayCheer(log: { isSeen: boolean; isMine: boolean }, isMember: boolean): Result<true> {
  if (!log.isSeen) return deny({ kind: 'notFound' })
  if (!isMember) return deny({ kind: 'forbidden', message: JOIN_FIRST })
  return log.isMine ? conflict(OWN_LOG) : allow(true)
}
