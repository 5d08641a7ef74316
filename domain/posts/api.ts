/**
 * The discussion of a session (FOR-01..FOR-13, D-108). Documented paths say `challenge` but mean the session. Replies
 * have no replies. The page shows the newest post first, and the replies of each post with the oldest first.
 */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { sentBody, text, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sessionData } from '../sessions/api.ts'
import { post } from './post.ts'

/** How many replies of a post the page includes, the newest ones. */
export const MOST_REPLIES = 200

export const sessionHutPage = page('/sessions/:event/hut', {
  aliases: ['/activities/:challenge/events/:event/hut'],
  query: ['page'],
  data: z.object({
    ...sessionData.shape,
    /** The number of this page. New live posts appear only on the first one. */
    page: z.int(),
    /** The newest first; one more than `per_page` when there are more. */
    posts: z.array(z.object({ ...post.shape, replies: z.array(post) }))
  }),
  head: data => ({ title: `${data.challengeEvent.title} · Discussion` })
})

const newPost = {
  richText: true,
  body: sentBody({
    item: z.object({
      title: z.optional(z.nullable(text(255))),
      /** HTML; the server removes everything that the editor cannot make (D-119). */
      content: title(50_000),
      parent_id: z.optional(z.nullable(z.int('Choose a post to reply to.')))
    })
  }),
  response: post,
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'insufficientTokens']
} as const

export const storePost = endpoint('POST', '/api/challenges/:challenge/posts', {
  summary: 'Post in the discussion of a session, or reply with parent_id; one use', // D-108
  keyed: true,
  ...newPost
})
export const storeSessionPost = endpoint('POST', '/api/challenge-events/:event/posts', {
  summary: 'Post in the discussion of a session, under its own name; one use',
  keyed: true,
  ...newPost
})

export const deletePost = endpoint('DELETE', '/api/posts/:post', {
  summary: 'The author, a host or a moderator of the site deletes a post; with replies its text becomes "deleted"', // D-131
  response: z.object({
    /** The post as it stays, when it has replies; else null. */
    post: z.nullable(post)
  }),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
})
