import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { earlierMessages, sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { deleteMessage } from '../../domain/moderation/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { batchByKey } from '../lib/batch-by-key.ts'
import { bind, bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPage } from '../lib/pages/pages.ts'
import { getSessionData } from '../sessions/page.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { type Said, sayTogether, unsay } from './chat.ts'
import { listMessages, type NewMessage } from './queries.ts'

export async function chatRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const say = batchByKey<number, NewMessage, Said>((room, items) => sayTogether(deps, room, items))
  bindSignedIn(app, deps, sendMessage, async ({ body, viewer, key, reply }) => {
    const { content, client_uuid: clientUuid, messageable_id: room } = body
    const { message, left } = await say(room, {
      viewer,
      content,
      clientUuid,
      key: key ?? { request_key: randomUUID(), request_digest: null }
    })
    showTokensLeft(reply, left)
    return { message, ...NO_ERROR }
  })

  bindSignedIn(app, deps, deleteMessage, async ({ params, viewer }) => {
    await unsay(deps, viewer, readId(params.message))
    return {}
  })

  const most = deps.config.perPage * 5
  bindPage(app, deps, sessionChatPage, async ({ params, viewer }) => {
    const data = await getSessionData(deps, viewer, params.event)
    return { ...data, ...(await listMessages(deps.db, data.challengeEvent.id, most)) }
  })

  bind(app, deps, earlierMessages, async ({ params, query }) => {
    const before = query.before === undefined ? undefined : Number(query.before)
    const id = await getSessionId(deps, params.event)
    return { ...(await listMessages(deps.db, id, most, before)), ...NO_ERROR }
  })
}
