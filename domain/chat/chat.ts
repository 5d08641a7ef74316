/** Permission to write in the chat of a session (CHAT-02, D-106). */

import type { Viewer } from '../accounts/user.ts'
import { JOIN_FIRST } from '../lib/refusal.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'
import { guestChatCheck } from '../sessions/people/guests.ts'
import { canHost } from '../sessions/people/permissions.ts'
import { SessionStatus } from '../sessions/status.ts'

export const CHAT_CLOSED = 'Chat is active when the session is in progress.'
export const CHAT_LOCKED = 'The host has locked the chat.'

/**
 * Whether the viewer may write now (CHAT-02, D-106). Members may while the session runs; while the chat is locked only
 * members who are hosts or site admins may. Guests may where the host lets them (D-152). 403 without membership and for
 * a guest, else 409. Everyone may read.
 */
export function mayChat(
  session: { status: 0 | 1 | 2; chat_locked: boolean; guests_chat: boolean },
  viewer: (NonNullable<Viewer> & { guest_name: string | null }) | null,
  membership: { role: number } | null
): Result<true> {
  if (!membership) return deny({ kind: 'forbidden', message: JOIN_FIRST })
  const refusal = viewer && guestChatCheck(session, viewer)
  if (refusal) return deny(refusal)
  if (session.status !== SessionStatus.Running) return conflict(CHAT_CLOSED)
  if (session.chat_locked && !canHost(viewer, membership)) return conflict(CHAT_LOCKED)
  return allow(true)
}

/** A web address, also without `https://`. */
const LINK =
  /https?:\/\/|\bwww\.|\b[\w-]+\.(?:[a-z]{2,}\.)?[a-z]{2,}\/\S|\b[\w-]{2,}\.(?:com|net|org|io|info|biz|xyz|top|ru|cn|co|me|shop|site|online|link|click)\b/i

/** Whether a message contains a link. New accounts can't send these. */
export function hasLink(content: string): boolean {
  return LINK.test(content)
}
