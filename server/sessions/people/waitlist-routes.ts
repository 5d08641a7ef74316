import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as api from '../../../domain/sessions/api.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../../lib/bind.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { getSession, getSessionId } from '../session-rows.ts'
import { listWaiting, moveToFront, setOpen, stateOf, wait, waitNoLonger } from './waitlist.ts'

/** @param limitPerPerson limits guesses of join codes */
export async function waitlistRoutes(
  app: FastifyInstance,
  deps: Dependencies,
  limitPerPerson: (request: FastifyRequest) => Promise<void>
): Promise<void> {
  const answer = async (viewer: SignedIn, event: string) => {
    const { session } = await getSession(deps, event, viewer)
    return { waitlist: await stateOf(deps, session, viewer), ...NO_ERROR }
  }
  bindSignedIn(app, deps, api.joinWaitlist, async ({ params, body, viewer, request }) => {
    const code = body?.join_code ?? null
    if (code !== null) await limitPerPerson(request)
    await wait(deps, viewer, await getSessionId(deps, params.event), code)
    return answer(viewer, params.event)
  })
  bindSignedIn(app, deps, api.leaveWaitlist, async ({ params, viewer }) => {
    await waitNoLonger(deps, viewer.id, await getSessionId(deps, params.event))
    return answer(viewer, params.event)
  })
  bindSignedIn(app, deps, api.listWaitlist, async ({ params, viewer }) => {
    const { session } = await getSession(deps, params.event, viewer)
    return { people: await listWaiting(deps, viewer, session), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.endWaitlist, async ({ params, body, viewer }) => {
    await setOpen(deps, viewer, await getSessionId(deps, params.event), body.is_open === 1)
    return answer(viewer, params.event)
  })
  bindSignedIn(app, deps, api.moveUp, async ({ params, body, viewer }) => {
    const id = await getSessionId(deps, params.event)
    await moveToFront(deps, viewer, id, { username: params.username, reason: body.reason })
    return NO_ERROR
  })
}
