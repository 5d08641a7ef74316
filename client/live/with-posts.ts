/** Applies events and responses to a session's discussion (D-108, D-131). Applying one twice is safe. */
import type { Post } from '../../domain/posts/post.ts'

export type Thread = Post & { replies: Post[] }

/** The posts in the data of the discussion's page. The other pages of a session have none. */
export interface Discussion {
  page?: number
  posts?: Thread[]
}

interface Changes {
  posts?: readonly Post[] | undefined
  deleted_posts?: readonly number[] | undefined
}

export function withPosts<P extends Discussion>(page: P, { posts = [], deleted_posts = [] }: Changes): P {
  if (!page.posts || (posts.length === 0 && deleted_posts.length === 0)) return page
  const isFirst = (page.page ?? 1) === 1
  let threads = page.posts
  for (const post of posts) threads = put(threads, post, isFirst)
  return { ...page, posts: without(threads, deleted_posts) }
}

function put(threads: Thread[], post: Post, isFirst: boolean): Thread[] {
  if (post.parent_id !== null) {
    return threads.map(thread =>
      thread.id === post.parent_id
        ? { ...thread, replies: [...thread.replies.filter(({ id }) => id !== post.id), post].sort(byId) }
        : thread
    )
  }
  if (threads.some(({ id }) => id === post.id)) {
    return threads.map(thread => (thread.id === post.id ? { ...thread, ...post } : thread))
  }
  // A changed post that this page does not show is older than its newest post, so it is not added.
  if (!isFirst || post.is_deleted) return threads
  const newest = threads[0]?.id ?? 0
  return post.id > newest ? [{ ...post, replies: [] }, ...threads] : threads
}

function without(threads: Thread[], gone: readonly number[]): Thread[] {
  return threads
    .filter(({ id }) => !gone.includes(id))
    .map(thread => ({ ...thread, replies: thread.replies.filter(({ id }) => !gone.includes(id)) }))
}

const byId = (a: Post, b: Post): number => a.id - b.id
