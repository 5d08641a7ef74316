import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { deletePost as deletePostCall, sessionHutPage, storePost, storeSessionPost } from '../../domain/posts/api.ts'
import type { Post } from '../../domain/posts/post.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { bindSignedIn, showTokensLeft } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPage } from '../lib/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import type { House } from '../parts.ts'
import { getSession, getSessionData } from '../sessions/sessions.ts'
import { addPost, deletePost, listDiscussion } from './posts.ts'

export async function postRoutes(app: FastifyInstance, house: House): Promise<void> {
  const store = async (
    event: string,
    { item }: ReceivedBy<typeof storePost>['body'],
    asked: { viewer: SignedIn; key: string | null; reply: FastifyReply }
  ): Promise<Post> => {
    const { session } = await getSession(house, event)
    const wish = { title: item.title?.trim() ?? '', content: item.content, parentId: item.parent_id ?? null }
    const { post, left } = await addPost(house, asked.viewer, session.id, wish, asked.key)
    showTokensLeft(asked.reply, left)
    return post
  }
  bindSignedIn(app, storePost, async ({ params, body, ...asked }) => store(params.challenge, body, asked))
  bindSignedIn(app, storeSessionPost, async ({ params, body, ...asked }) => store(params.event, body, asked))

  bindSignedIn(app, deletePostCall, async ({ params, viewer }) => ({
    post: await deletePost(house, viewer, readId(params.post))
  }))

  bindPage(app, house, sessionHutPage, async ({ params, viewer, query }) => {
    const data = await getSessionData(house, viewer, params.event)
    const { perPage } = house.config
    const slice = sliceOf(query, perPage)
    const page = slice.offset / perPage + 1
    return { ...data, page, posts: await listDiscussion(house, data.challengeEvent.id, slice) }
  })
}
