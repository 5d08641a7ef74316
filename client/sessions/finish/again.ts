import { storeSessionPost } from '../../../domain/posts/api.ts'
import { repeatSession } from '../../../domain/sessions/api.ts'
import { call } from '../../lib/api.ts'
import { withPosts } from '../../posts/with-posts.ts'
import { changeRoomPages } from '../live/room-pages.ts'
import type { Which } from '../sessions.ts'

/** A day after it began, at the same time by the clocks of the person; later where that is past. */
export function nextTime(startsAt: number, now: number): number {
  const next = new Date(startsAt)
  do next.setDate(next.getDate() + 1)
  while (next.getTime() <= now)
  return next.getTime()
}

/** Makes the session again and invites those who were in; returns its path. The key is that of the press. */
export async function makeAgain({ slug }: Which, startsAt: number, key: string): Promise<string> {
  const body = { started_at: new Date(startsAt).toISOString() }
  return (await call(repeatSession, { params: { event: slug }, body, key })).event.path
}

/**
 * A word to all, in the discussion of the session: its chat is closed by then (CHAT-02). It has one key for a person and
 * a session, so that it is said once, in whatever tab.
 */
export async function sayThanks({ id, slug }: Which): Promise<void> {
  const item = { content: '<p>Thank you all, that was good!</p>' }
  const post = await call(storeSessionPost, { params: { event: slug }, body: { item }, key: `say-thanks-${id}` })
  changeRoomPages(id, page => withPosts(page, { posts: [post] }))
}
