import type { FastifyInstance } from 'fastify'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { JOIN_FIRST, refuse } from '../../domain/lib/refusal.ts'
import { deletePost as deletePostCall, sessionHutPage, storePost, storeSessionPost } from '../../domain/posts/api.ts'
import type { Post } from '../../domain/posts/post.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, showTokensLeft } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import type { RequestKey } from '../lib/idempotency.ts'
import { bindPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { findPresent } from '../progress/participant-rows.ts'
import { getSessionData } from '../sessions/page.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { type Save, withOwnPictures } from '../uploads/copies.ts'
import { addPost, deletePost, listDiscussion } from './posts.ts'

export async function postRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  type Asked = Save<ReceivedBy<typeof storePost>['body']> & { key: RequestKey | null }
  const store = async (event: string, asked: Asked): Promise<Post> => {
    const { viewer, key, reply } = asked
    const id = await getSessionId(deps, event)
    const { item } = await withOwnPictures(deps, asked, async () => {
      if (!(await findPresent(deps.db, id, viewer.id))) refuse({ kind: 'forbidden', message: JOIN_FIRST })
    })
    const wish = { title: item.title?.trim() ?? '', content: item.content, parentId: item.parent_id ?? null }
    const { post, left } = await addPost(deps, viewer, id, wish, key)
    showTokensLeft(reply, left)
    return post
  }
  bindSignedIn(app, deps, storePost, async asked => store(asked.params.challenge, asked))
  bindSignedIn(app, deps, storeSessionPost, async asked => store(asked.params.event, asked))

  bindSignedIn(app, deps, deletePostCall, async ({ params, viewer }) => ({
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
