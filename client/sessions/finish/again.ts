import { storeSessionPost } from '../../../domain/posts/api.ts'
import { repeatSession } from '../../../domain/sessions/api.ts'
import { call } from '../../lib/api.ts'
import { changeRoomPages } from '../../live/room-pages.ts'
import { withPosts } from '../../live/with-posts.ts'
import type { SessionRef } from '../sessions.ts'

/** The first day after `startsAt` that lies in the future, at the same local time. */
export function nextTime(startsAt: number, now: number): number {
  const next = new Date(startsAt)
  do next.setDate(next.getDate() + 1)
  while (next.getTime() <= now)
  return next.getTime()
}

/** Repeats a session, invites its participants and returns the new path. A retry with the same key makes no second one. */
export async function makeAgain({ slug }: SessionRef, startsAt: number, key: string): Promise<string> {
  const body = { started_at: new Date(startsAt).toISOString() }
  return (await call(repeatSession, { params: { event: slug }, body, key })).event.path
}

/**
 * Posts thanks in the session's discussion, because the chat closes with the session (CHAT-02). The key depends only on
 * the session, so that a person who presses in two tabs posts once.
 */
export async function sayThanks({ id, slug }: SessionRef): Promise<void> {
  const item = { content: '<p>Thank you all, that was good!</p>' }
  const post = await call(storeSessionPost, { params: { event: slug }, body: { item }, key: `say-thanks-${id}` })
  changeRoomPages(id, page => withPosts(page, { posts: [post] }))
}
