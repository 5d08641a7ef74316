import type { FastifyInstance } from 'fastify'
import { deleteMessage } from '../../domain/moderation/api.ts'
import { sendMessage, sessionChatPage } from '../../domain/sessions/api.ts'
import { bindSignedIn, showTokensLeft } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPage } from '../lib/pages.ts'
import type { House } from '../parts.ts'
import { getSessionData } from '../sessions/sessions.ts'
import { say, unsay } from './chat.ts'
import { listMessages } from './queries.ts'

export async function chatRoutes(app: FastifyInstance, house: House): Promise<void> {
  bindSignedIn(app, sendMessage, async ({ body, viewer, key, reply }) => {
    const { message, left } = await say(
      house,
      viewer,
      { sessionId: body.messageable_id, content: body.content, clientUuid: body.client_uuid },
      key
    )
    showTokensLeft(reply, left)
    return { message, error: null, error_code: null }
  })

  bindSignedIn(app, deleteMessage, async ({ params, viewer }) => {
    await unsay(house, viewer, readId(params.message))
    return {}
  })

  bindPage(app, house, sessionChatPage, async ({ params, viewer }) => {
    const data = await getSessionData(house, viewer, params.event)
    const messages = await listMessages(house.db, data.challengeEvent.id, house.config.perPage * 5)
    return { ...data, messages }
  })
}
