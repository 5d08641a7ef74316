/**
 * Writes posts and replies in a session's discussion. Switching tabs, a refusal, signing in or a reload never loses a
 * draft.
 */

import { useStore } from '@nanostores/react'
import type { WritableAtom } from 'nanostores'
import { JOIN_FIRST } from '../../domain/lib/refusal.ts'
import { deletePost as deleteCall, storeSessionPost } from '../../domain/posts/api.ts'
import type { Session, SessionData } from '../../domain/sessions/api.ts'
import { REMOVED } from '../../domain/sessions/people/join.ts'
import { askForTokens } from '../billing/purchase.ts'
import { CallRefused, call } from '../lib/api.ts'
import { createDrafts } from '../lib/drafts/drafts.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { heldBy, type Making, makeOnce, newMaking } from '../lib/make-once.ts'
import { getUser } from '../lib/user.ts'
import { asMember, joinFirst } from '../live/join/as-member.ts'
import { changeRoomPages } from '../live/room-pages.ts'
import { withPosts } from '../live/with-posts.ts'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { paragraphs } from '../ui/text/paragraphs.ts'

export interface Draft {
  title: string
  content: string
  busy: boolean
  /** Shown under the text. */
  error: string | null
  /** Shown under the title. */
  titleError: string | null
  making: Making
}

const POSTED_BEFORE = 'Your first version was posted. What you’ve changed since is still here.'

const drafts = createDrafts<Draft>('post', fresh, ({ title, content, making }) =>
  title || content ? { title, content, making } : null
)

/** @param parent the post that this replies to, or null for a new post */
function draftOf(session: number, parent: number | null): WritableAtom<Draft> {
  return drafts(`${session} ${parent ?? ''}`)
}

const EMPTY = fresh()

export function useDraft(session: number, parent: number | null): Draft {
  const draft = useStore(draftOf(session, parent))
  return useHydrated() ? draft : EMPTY
}

export function write(session: number, parent: number | null, change: Partial<Pick<Draft, 'title' | 'content'>>): void {
  const draft = draftOf(session, parent)
  draft.set({ ...draft.get(), ...change, error: null, titleError: null })
}

/** Sends a post. A visitor signs in and a non-member joins first, then it is sent (FOR-04). */
export function submit(
  { challengeEvent, me, isRemoved }: SessionData,
  parent: number | null,
  onSent?: () => void
): void {
  const draft = draftOf(challengeEvent.id, parent)
  if (draft.get().busy) return
  if (!draft.get().content.trim()) {
    draft.set({ ...draft.get(), error: 'Please write something.' })
    return
  }
  const go = (): void => void send(challengeEvent, parent, onSent)
  if (getUser() && !me) draft.set({ ...draft.get(), error: isRemoved ? REMOVED : JOIN_FIRST })
  asMember(challengeEvent, me !== null, go, 'to join the discussion')
}

async function send(session: Session, parent: number | null, onSent?: () => void): Promise<void> {
  const draft = draftOf(session.id, parent)
  const { title, content } = draft.get()
  draft.set({ ...draft.get(), busy: true, error: null, titleError: null })
  try {
    const item = { title: title.trim(), content: paragraphs(content), parent_id: parent }
    const making = heldBy(draft)
    const { made: post, isOlder } = await makeOnce(item, making, (sent, key) =>
      call(storeSessionPost, { params: { event: session.slug }, body: { item: sent }, key })
    )
    making.current = newMaking()
    changeRoomPages(session.id, page => withPosts(page, { posts: [post] }))
    const typed = draft.get()
    if (!isOlder && typed.title === title && typed.content === content) {
      draft.set(fresh())
      onSent?.()
    } else draft.set({ ...typed, busy: false, error: isOlder ? POSTED_BEFORE : null })
  } catch (error) {
    const fields = errorsByField(error)
    draft.set({
      ...draft.get(),
      busy: false,
      titleError: fields['item.title'] ?? null,
      error: fields['item.title'] ? null : (fields['item.content'] ?? fields['item.parent_id'] ?? messageOf(error))
    })
    askForTokens(error, () => void send(session, parent, onSent), `post ${session.id} ${parent ?? ''}`)
    if (error instanceof CallRefused && error.status === 403)
      joinFirst(session, () => void send(session, parent, onSent))
  }
}

export async function deletePost(session: number, id: number): Promise<void> {
  const { post } = await call(deleteCall, { params: { post: String(id) } })
  changeRoomPages(session, page => withPosts(page, post ? { posts: [post] } : { deleted_posts: [id] }))
}

function fresh(): Draft {
  return { title: '', content: '', busy: false, error: null, titleError: null, making: newMaking() }
}
