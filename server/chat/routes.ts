import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isModerator } from '../../domain/accounts/user.ts'
import { earlierMessages, sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { hasLink } from '../../domain/chat/chat.ts'
import { lowerLimitsEnd, noLinksText } from '../../domain/lib/first-day.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { deleteMessage } from '../../domain/moderation/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPage } from '../lib/pages/pages.ts'
import { batchByKey } from '../lib/sharing/batch-by-key.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { getSessionData } from '../sessions/page.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { type Said, sayTogether, unsay } from './chat.ts'
import { listMessages, type NewMessage } from './queries.ts'

export async function chatRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const say = batchByKey<number, NewMessage, Said>((room, items) => sayTogether(deps, room, items))
  bindSignedIn(app, deps, sendMessage, async ({ body, viewer, key, reply }) => {
    const { content, client_uuid: clientUuid, messageable_id: room } = body
    refuseLinks(viewer, content)
    // One after the other, so that a message that comes too soon does not count for the hour.
    await deps.take(viewer, { messagesInARow: 1 })
    await deps.take(viewer, { messages: 1 })
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

  /** @throws Refused 422 for a link in a message of a new account */
  function refuseLinks(viewer: SignedIn, content: string): void {
    if (!deps.config.rateLimits || !hasLink(content)) return
    const now = deps.clock.now()
    const end = lowerLimitsEnd(viewer, isModerator(viewer), now)
    if (end !== null) refuse(invalid('content', noLinksText(end, now)))
  }

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
