import type { FastifyInstance } from 'fastify'
import {
  lockChat as lockChatCall,
  muteUser,
  removeParticipant as removeParticipantCall,
  unmuteUser
} from '../../domain/moderation/api.ts'
import { bindSignedIn } from '../lib/bind.ts'
import type { House } from '../parts.ts'
import { getSession } from '../sessions/sessions.ts'
import { lockChat, removeParticipant, setMuted } from './moderation.ts'

const OK = { error: null, error_code: null }

export async function moderationRoutes(app: FastifyInstance, house: House): Promise<void> {
  bindSignedIn(app, removeParticipantCall, async ({ params, viewer }) => {
    const { session } = await getSession(house, params.event)
    return { ...(await removeParticipant(house, viewer, session.id, params.username)), ...OK }
  })
  bindSignedIn(app, lockChatCall, async ({ params, body, viewer }) => {
    const { session } = await getSession(house, params.event)
    await lockChat(house, viewer, session.id, body.locked === 1)
    return { chat_locked: body.locked, ...OK }
  })
  bindSignedIn(app, muteUser, async ({ params, viewer }) => ({
    muted: await setMuted(house, viewer, params.username, true),
    ...OK
  }))
  bindSignedIn(app, unmuteUser, async ({ params, viewer }) => ({
    muted: await setMuted(house, viewer, params.username, false),
    ...OK
  }))
}
