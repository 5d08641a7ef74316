import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { deletePost as deletePostCall, sessionHutPage, storePost, storeSessionPost } from '../../domain/posts/api.ts'
import type { Post } from '../../domain/posts/post.ts'
import { JOIN_FIRST } from '../../domain/sessions/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, showTokensLeft } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import type { RequestKey } from '../lib/idempotency.ts'
import { bindPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findPresent } from '../progress/participant-rows.ts'
import { getSessionData } from '../sessions/page.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { addPost, deletePost, listDiscussion } from './posts.ts'

export async function postRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const store = async (
    event: string,
    { item }: ReceivedBy<typeof storePost>['body'],
    asked: { viewer: SignedIn; key: RequestKey | null; reply: FastifyReply }
  ): Promise<Post> => {
    const id = await getSessionId(deps, event)
    const wish = { title: item.title?.trim() ?? '', content: item.content, parentId: item.parent_id ?? null }
    const { post, left } = await addPost(deps, asked.viewer, id, wish, asked.key)
    showTokensLeft(asked.reply, left)
    return post
  }
  const isMember = async (event: string, viewer: SignedIn): Promise<void> => {
    const id = await getSessionId(deps, event)
    if (!(await findPresent(deps.db, id, viewer.id))) refuse({ kind: 'forbidden', message: JOIN_FIRST })
  }
  bindSignedIn(
    app,
    storePost,
    async ({ params, body, ...asked }) => store(params.challenge, body, asked),
    ({ params, viewer }) => isMember(params.challenge, viewer)
  )
  bindSignedIn(
    app,
    storeSessionPost,
    async ({ params, body, ...asked }) => store(params.event, body, asked),
    ({ params, viewer }) => isMember(params.event, viewer)
  )

  bindSignedIn(app, deletePostCall, async ({ params, viewer }) => ({
    post: await deletePost(deps, viewer, readId(params.post))
  }))

  bindPage(app, deps, sessionHutPage, async ({ params, viewer, query }) => {
    const data = await getSessionData(deps, viewer, params.event)
    const { perPage } = deps.config
    const slice = sliceOf(query, perPage)
    const page = slice.offset / perPage + 1
    return { ...data, page, posts: await listDiscussion(deps, data.challengeEvent.id, slice) }
  })
}
