/** Permission to write in the chat of a session (CHAT-02, D-106). */

import type { Viewer } from '../accounts/user.ts'
import { JOIN_FIRST } from '../lib/refusal.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'
import { canHost } from '../sessions/permissions.ts'
import { SessionStatus } from '../sessions/status.ts'

export const CHAT_CLOSED = 'Chat is active when the session is in progress.'
export const CHAT_LOCKED = 'The host has locked the chat.'

/**
 * Whether the viewer may write now (CHAT-02, D-106). Members may while the session runs; while the chat is locked only
 * members who are hosts or site admins may. 403 without membership, else 409. Everyone may read.
 */
export function mayChat(
  session: { status: 0 | 1 | 2; chat_locked: boolean },
  viewer: Viewer,
  membership: { role: number } | null
): Result<true> {
  if (!membership) return deny({ kind: 'forbidden', message: JOIN_FIRST })
  if (session.status !== SessionStatus.Running) return conflict(CHAT_CLOSED)
  if (session.chat_locked && !canHost(viewer, membership)) return conflict(CHAT_LOCKED)
  return allow(true)
}
