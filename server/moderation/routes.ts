import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/moderation/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { countTaken } from '../sessions/people/waitlist-rows.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { lockChat, removeParticipant, setMuted } from './moderation.ts'

export async function moderationRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, deps, api.removeParticipant, async ({ params, viewer }) => {
    const id = await getSessionId(deps, params.event)
    await removeParticipant(deps, viewer, id, params.username)
    return { participants_count: await countTaken(deps.db, id), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.lockChat, async ({ params, body, viewer }) => {
    const id = await getSessionId(deps, params.event)
    await lockChat(deps, viewer, id, body.locked === 1)
    return { chat_locked: body.locked, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.muteUser, async ({ params, viewer }) => ({
    ...(await setMuted(deps, viewer, params.username, 'mute')),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, api.blockUser, async ({ params, viewer }) => ({
    ...(await setMuted(deps, viewer, params.username, 'block')),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, api.unmuteUser, async ({ params, viewer }) => ({
    ...(await setMuted(deps, viewer, params.username, 'unmute')),
    ...NO_ERROR
  }))
}
