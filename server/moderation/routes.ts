import type { FastifyInstance } from 'fastify'
import {
  lockChat as lockChatCall,
  muteUser,
  removeParticipant as removeParticipantCall,
  unmuteUser
} from '../../domain/moderation/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { lockChat, removeParticipant, setMuted } from './moderation.ts'

export async function moderationRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, deps, removeParticipantCall, async ({ params, viewer }) => {
    const id = await getSessionId(deps, params.event)
    return { participants_count: await removeParticipant(deps, viewer, id, params.username), ...NO_ERROR }
  })
  bindSignedIn(app, deps, lockChatCall, async ({ params, body, viewer }) => {
    const id = await getSessionId(deps, params.event)
    await lockChat(deps, viewer, id, body.locked === 1)
    return { chat_locked: body.locked, ...NO_ERROR }
  })
  bindSignedIn(app, deps, muteUser, async ({ params, viewer }) => ({
    muted: await setMuted(deps, viewer, params.username, true),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, unmuteUser, async ({ params, viewer }) => ({
    muted: await setMuted(deps, viewer, params.username, false),
    ...NO_ERROR
  }))
}
