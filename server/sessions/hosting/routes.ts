/** Calls that pause or extend a whole session, and calls that change its hosts. */
import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/sessions/api.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../../lib/bind.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { getSessionData } from '../page.ts'
import { getSessionId } from '../session-rows.ts'
import { shareHost, takeBackHost } from './hosts.ts'
import { extend, pauseAll, resumeAll } from './pause.ts'

export async function hostingRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const idOf = (event: string) => getSessionId(deps, event)
  const present = async (viewer: SignedIn, slug: string) => {
    const { challengeEvent: event } = await getSessionData(deps, viewer, slug)
    if (event.ended_at !== null) deps.expectSession(event.id, Date.parse(event.ended_at))
    return { event, ...NO_ERROR }
  }
  bindSignedIn(app, deps, api.pauseSession, async ({ params, viewer }) => {
    await pauseAll(deps, viewer, await idOf(params.event))
    return present(viewer, params.event)
  })
  bindSignedIn(app, deps, api.resumeSession, async ({ params, viewer }) => {
    await resumeAll(deps, viewer, await idOf(params.event))
    return present(viewer, params.event)
  })
  bindSignedIn(app, deps, api.extendSession, async ({ params, viewer, body }) => {
    await extend(deps, viewer, await idOf(params.event), body.minutes * 60, body.ended_at)
    return present(viewer, params.event)
  })
  bindSignedIn(app, deps, api.shareHosting, async ({ params, viewer, body }) => {
    const instead = body?.instead_of_me === 1
    const participants = await shareHost(deps, viewer, await idOf(params.event), params.username, instead)
    return { participants, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.takeBackHosting, async ({ params, viewer }) => ({
    participants: await takeBackHost(deps, viewer, await idOf(params.event)),
    ...NO_ERROR
  }))
}
