import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { eventsPage, homePage, mySessionsPage } from '../../domain/activities/api.ts'
import { uuid } from '../../domain/lib/fields.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import {
  endSession,
  joinSession,
  leaveSession,
  sessionLogsPage,
  sessionPage,
  startSession,
  startTaskLog,
  storeChallengeLog,
  storeSessionLog,
  storeSessionQuickLog
} from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { SessionStatus } from '../../domain/sessions/session.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { getTerms } from '../activities/terms.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, showTokensLeft } from '../lib/bind.ts'
import { bindPage } from '../lib/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { attemptLimit } from '../lib/rate-limit.ts'
import { listLogsOfSession } from '../logs/lists.ts'
import { createSession } from './create-session.ts'
import { formOf } from './edit.ts'
import { sessionEditRoutes } from './edit-routes.ts'
import { liveRoutes } from './live-routes.ts'
import { listSessionsOf } from './queries.ts'
import { endForAll, join, leave, logInSession, startByHand } from './room.ts'
import { getSession, getSessionData, getSessionList } from './sessions.ts'
import { toWireSessionCard } from './to-wire.ts'

const OK = { error: null, error_code: null }

export async function sessionRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, config } = deps
  /** Codes are guessed slowly (D-77), in all sessions together: an address can be written in many ways. */
  const limitPerPerson = attemptLimit(app, deps.config, 20, request => String(request.viewer?.id))
  const idOf = async (slugOrId: string): Promise<number> => (await getSession(deps, slugOrId)).session.id
  const present = async (viewer: SignedIn, event: string) => (await getSessionData(deps, viewer, event)).challengeEvent

  await sessionEditRoutes(app, deps)
  await liveRoutes(app, deps)

  for (const page of [homePage, eventsPage]) {
    bindPage(app, deps, page, ({ viewer, query }) => getSessionList(deps, viewer, query))
  }
  // A visitor sees a sign-in prompt that the page makes itself (D-46).
  bindPage(app, deps, mySessionsPage, async ({ viewer, query }) => {
    const rows = viewer ? await listSessionsOf(db, viewer.id, sliceOf(query, config.perPage)) : []
    const terms = await getTerms(db)
    return { sessions: rows.map(row => toWireSessionCard(row, terms, clock.now())) }
  })
  bindPage(app, deps, sessionPage, ({ params, viewer }) => getSessionData(deps, viewer, params.event))
  bindPage(app, deps, sessionLogsPage, async ({ params, viewer, query }) => {
    const data = await getSessionData(deps, viewer, params.event)
    const { id } = data.challengeEvent
    return {
      ...data,
      logs: await listLogsOfSession(deps, id, viewer?.id ?? null, sliceOf(query, config.perPage))
    }
  })

  bindSignedIn(app, storeSession, async ({ body, viewer, key }) => {
    const { challenge } = body
    const slug = await createSession(deps, viewer, {
      activity: body.activity || null,
      title: challenge.title?.trim() ?? '',
      started_at: challenge.started_at ?? null,
      ended_at: challenge.ended_at ?? null,
      duration: challenge.duration ?? null,
      // Not started and without a time to start: it can only wait for its host.
      manual: Boolean(challenge.is_manually_started) || challenge.status === SessionStatus.NotStarted,
      clientUuid: body.client_uuid ?? null,
      key,
      ...formOf(challenge)
    })
    const event = await present(viewer, slug)
    if (event.started_at !== null) app.expectSession(event.id, Date.parse(event.started_at))
    return { ...event, event, ...OK }
  })

  bindSignedIn(app, joinSession, async ({ params, query, body, viewer, request, reply }) => {
    const code = query.join_code ?? body?.join_code ?? null
    if (code !== null) await limitPerPerson(request)
    const { participant, left } = await join(deps, viewer, await idOf(params.event), {
      code,
      clientUuid: body?.client_uuid ?? null
    })
    showTokensLeft(reply, left)
    return { ...participant, participant, ...OK }
  })
  bindSignedIn(app, leaveSession, async ({ params, viewer }) => {
    await leave(deps, viewer, await idOf(params.event))
    return OK
  })
  bindSignedIn(app, startSession, async ({ params, viewer }) => {
    await startByHand(deps, viewer, await idOf(params.event))
    return { event: await present(viewer, params.event), ...OK }
  })
  bindSignedIn(app, endSession, async ({ params, viewer }) => {
    await endForAll(deps, viewer, await idOf(params.event))
    return { event: await present(viewer, params.event), ...OK }
  })

  bindSignedIn(app, storeSessionQuickLog, async ({ params, body, viewer, key, reply }) => {
    const { left, ...answer } = await logInSession(deps, viewer, await idOf(params.event), body.task_uuid, body, key)
    showTokensLeft(reply, left)
    return { ...answer, ...OK }
  })
  bindSignedIn(app, storeSessionLog, async ({ params, body, viewer, key, reply }) => {
    const id = await idOf(params.event)
    const { left, ...answer } = await logInSession(deps, viewer, id, body.task_uuid ?? null, body, key)
    showTokensLeft(reply, left)
    return { ...answer, ...OK }
  })
  bindSignedIn(app, storeChallengeLog, async ({ params, body, viewer, key, reply }) => {
    const id = await idOf(params.challenge)
    const { left, ...answer } = await logInSession(deps, viewer, id, body.task_uuid ?? null, body, key)
    showTokensLeft(reply, left)
    return { ...answer.log, ...answer, ...OK }
  })
  bindSignedIn(app, startTaskLog, async ({ params, body, viewer, key, reply }) => {
    if (!z.safeParse(uuid, params.uuid).success) refuse({ kind: 'notFound' })
    const { left, ...answer } = await logInSession(deps, viewer, await idOf(params.event), params.uuid, body, key)
    showTokensLeft(reply, left)
    return { ...answer, ...OK }
  })
}
