/** Calls that log in a session, and the page of its logs. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { uuid } from '../../domain/lib/fields.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import * as api from '../../domain/sessions/api.ts'
import { getActivity } from '../activities/activity-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { bindPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { batchByKey } from '../lib/sharing/batch-by-key.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listLogsOfSession } from '../logs/listed-rows.ts'
import { logTogether, type RoomWish, type SessionLog } from '../logs/log-in-room.ts'
import { getSessionData } from './page.ts'
import { findRunningOf, findSessionId, getSessionId } from './session-rows.ts'

export async function sessionLogRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindPage(app, deps, api.sessionLogsPage, async ({ params, viewer, query }) => {
    const data = await getSessionData(deps, viewer, params.event)
    const { id } = data.challengeEvent
    return {
      ...data,
      logs: await listLogsOfSession(deps, id, viewer?.id ?? null, data.isOwner, sliceOf(query, deps.config.perPage))
    }
  })

  const log = batchByKey<number, RoomWish, SessionLog>((room, wishes) => logTogether(deps, room, wishes))
  bindSignedIn(app, deps, api.storeSessionQuickLog, async ({ params, body, viewer, key, doneAt, reply }) => {
    const wish = { viewer, taskUuid: body.task_uuid, fields: body, key, doneAt }
    const { left, ...response } = await log(await getSessionId(deps, params.event), wish)
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.storeSessionLog, async ({ params, body, viewer, key, doneAt, reply }) => {
    const wish = { viewer, taskUuid: body.task_uuid ?? null, fields: body, key, doneAt }
    const { left, ...response } = await log(await getSessionId(deps, params.event), wish)
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.storeChallengeLog, async ({ params, body, viewer, key, doneAt, reply }) => {
    const wish = { viewer, taskUuid: body.task_uuid ?? null, fields: body, key, doneAt }
    const { left, ...response } = await log(await sessionOfChallenge(deps, viewer, params.challenge), wish)
    showTokensLeft(reply, left)
    return { ...response.log, ...response, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.startTaskLog, async ({ params, body, viewer, key, doneAt, reply }) => {
    if (!z.safeParse(uuid, params.uuid).success) refuse({ kind: 'notFound' })
    const wish = { viewer, taskUuid: params.uuid, fields: body, key, doneAt, isStart: true }
    const { left, ...response } = await log(await getSessionId(deps, params.event), wish)
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })
}

/** The id of a session, or of the newest running session of an activity that the person is in (ACT-099). */
async function sessionOfChallenge(deps: Dependencies, viewer: SignedIn, slugOrId: string): Promise<number> {
  const session = await findSessionId(deps, slugOrId)
  if (session !== null) return session
  const { id } = await getActivity(deps, slugOrId, viewer)
  return (
    (await findRunningOf(deps.db, id, viewer.id)) ??
    refuse({ kind: 'conflict', message: 'You’re not in a running session of this activity. Join one to log there.' })
  )
}
