/**
 * The discussion of a session. A post is stored, charged and numbered in one transaction, then sent to the room
 * (D-108).
 */

import { invalid, JOIN_FIRST, REQUIRED, refuse } from '../../domain/lib/refusal.ts'
import type { Post } from '../../domain/posts/post.ts'
import { mayDelete } from '../../domain/sessions/people/permissions.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { safeHtml } from '../lib/html.ts'
import { NO_KEY, once, type RequestKey } from '../lib/idempotency.ts'
import type { Slice } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { recordDeed } from '../moderation/deed-rows.ts'
import { findPresent } from '../progress/participant-rows.ts'
import { forgetEventsAbout, type RecordEvent } from '../realtime/room-rows.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import { forgetRemindersOf, forgetUnansweredReminder, remind } from '../reminders/reminder-rows.ts'
import { spend } from '../tokens/ledger-rows.ts'
import { noteUses } from '../uploads/upload-rows.ts'
import {
  findPostByKey,
  findPostRow,
  getPost,
  hasReplies,
  insertPost,
  isDeleted,
  listPosts,
  listReplies,
  markDeleted,
  type PostRow,
  setPostsHidden
} from './queries.ts'

interface NewPost {
  title: string
  /** The sent HTML. */
  content: string
  parentId: number | null
}

/** A page of posts, each with its newest replies. */
export async function listDiscussion(
  { db }: Dependencies,
  sessionId: number,
  slice: Slice
): Promise<(Post & { replies: Post[] })[]> {
  const posts = await listPosts(db, sessionId, slice)
  const replies = await listReplies(
    db,
    posts.map(({ id }) => id)
  )
  return posts.map(post => ({ ...post, replies: replies.get(post.id) ?? [] }))
}

/**
 * Adds a member's post, at any status of the session (D-86). With a key, a second call returns the first post for free.
 */
export async function addPost(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  wish: NewPost,
  key: RequestKey | null
): Promise<{ post: Post; left: number | null }> {
  const { db, clock, rooms } = deps
  const content = safeHtml(wish.content).trim()
  if (saysNothing(content)) refuse(invalid('item.content', REQUIRED))
  const find = (known: string) => findPostByKey(db, viewer.id, known)
  const show = async ({ id }: { id: number }) => ({ post: await getPost(db, id), left: null as number | null })
  let told: string[] = []
  const added = await once(key, 'posts_request', find, show, () =>
    rooms.change(sessionId, async (tx, record) => {
      const now = dateAt(clock)
      if (!(await findPresent(tx, sessionId, viewer.id))) refuse({ kind: 'forbidden', message: JOIN_FIRST })
      const parent = wish.parentId === null ? null : await findParent(tx, sessionId, wish.parentId)
      const id = await insertPost(tx, {
        session_id: sessionId,
        parent_id: wish.parentId,
        user_id: viewer.id,
        title: wish.title,
        content,
        ...(key ?? NO_KEY),
        created_at: now
      })
      await noteUses(tx, { post_id: id }, viewer.id, [content])
      if (parent) told = await tellOfReply(tx, deps, parent, viewer)
      const left = await spend(tx, deps, viewer.id, 'post', { ids: [id], inSession: true }, now)
      const post = await getPost(tx, id)
      record(sessionId, { type: 'update', data: { posts: [post] } })
      return { post, left }
    })
  )
  tellInboxes(deps, told)
  return added
}

function tellOfReply(tx: Transaction, deps: Dependencies, parent: PostRow, { id }: SignedIn): Promise<string[]> {
  const about = { sessionId: parent.session_id, postId: parent.id, at: deps.clock.now() }
  return remind(tx, deps, { kind: 'post_reply', to: [parent.user_id], actorId: id, ...about })
}

async function findParent(tx: Transaction, sessionId: number, id: number): Promise<PostRow> {
  const parent = await findPostRow(tx, id)
  if (parent?.session_id !== sessionId) return refuse(invalid('item.parent_id', 'This post is no longer there.'))
  if (parent.parent_id !== null) return refuse(invalid('item.parent_id', 'Reply to the post, not to a reply.'))
  return parent
}

/**
 * Deletes a post for good, or only its text if it has replies (D-131). Deleting the last reply also deletes a post that
 * was kept for it.
 */
export async function deletePost(deps: Dependencies, viewer: SignedIn, id: number): Promise<Post | null> {
  const found = (await findPostRow(deps.db, id)) ?? refuse({ kind: 'notFound' })
  const kept = await deps.rooms.change(found.session_id, async (tx, record) => {
    const now = dateAt(deps.clock)
    const room = found.session_id
    const post = (await findPostRow(tx, id)) ?? refuse({ kind: 'notFound' })
    if (!mayDelete(viewer, post.user_id, await findPresent(tx, room, viewer.id))) refuse({ kind: 'forbidden' })
    await markDeleted(tx, id, now)
    await noteUses(tx, { post_id: id }, viewer.id, [], [post.content])
    await forgetRemindersOf(tx, { post: id })
    if (post.parent_id !== null) await forgetUnansweredReminder(tx, post.parent_id)
    await forgetEventsAbout(tx, room, 'post', [id])
    await recordDeed(tx, viewer, { action: 'delete_post', sessionId: room, userId: post.user_id, subjectId: id }, now)
    if (await hasReplies(tx, id)) {
      const kept = await getPost(tx, id)
      record(room, { type: 'update', data: { posts: [kept] } })
      return kept
    }
    const { parent_id } = post
    const emptied = parent_id !== null && (await isDeleted(tx, parent_id)) && !(await hasReplies(tx, parent_id))
    record(room, { type: 'update', data: { deleted_posts: emptied ? [id, parent_id] : [id] } })
    return null
  })
  await closeDeleted(deps, viewer, { kind: 'post', id })
  return kept
}

/** Hides posts from everyone, or shows them again. The caller has locked the room. */
export async function hidePosts(
  tx: Transaction,
  record: RecordEvent,
  { ids, room }: { ids: number[]; room: number },
  hiddenAt: Date | null
): Promise<void> {
  await forgetEventsAbout(tx, room, 'post', ids)
  for (const post of await setPostsHidden(tx, ids, hiddenAt)) record(room, { type: 'update', data: { posts: [post] } })
}

/** Whether the HTML has neither words nor pictures. */
function saysNothing(html: string): boolean {
  return !html.includes('<img') && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
}
