import type { FastifyInstance } from 'fastify'
import { hiddenFrom } from '../../domain/activities/hidden.ts'
import { eventsPage, homePage } from '../../domain/browse/api.ts'
import { previewOfHome, previewOfSession } from '../../domain/previews/preview.ts'
import * as api from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { Answer } from '../../domain/sessions/people/answers.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { listRecentLogs } from '../cheers/cheer-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { fromReplica } from '../lib/from-replica.ts'
import { attemptLimit } from '../lib/limits/rate-limit.ts'
import { bindPage, bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { batchByKey } from '../lib/sharing/batch-by-key.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { everybodyMay, withOwnPictures } from '../uploads/copies.ts'
import { repeatSession } from './again.ts'
import { cancelSession } from './cancel.ts'
import { createSession, formOf } from './create-session.ts'
import { sessionEditRoutes } from './edit-routes.ts'
import { endForAll, startByHand } from './hosting/host-actions.ts'
import { hostingRoutes } from './hosting/routes.ts'
import { getSessionList, listMySessions } from './listed-rows.ts'
import { liveRoutes } from './live-routes.ts'
import { getOverTime } from './over-time-rows.ts'
import { getSessionData, sessionDataOf } from './page.ts'
import { answersFor } from './people/answer-rows.ts'
import { answer } from './people/answers.ts'
import { guestRoutes } from './people/guest-routes.ts'
import { type Joined, type JoinWish, joinTogether, leave } from './people/membership.ts'
import { waitlistRoutes } from './people/waitlist-routes.ts'
import { noteHostVisit } from './queries.ts'
import { getAnySessionId, getSession, getSessionId, readSession } from './session-rows.ts'
import { getToday } from './today-rows.ts'

export async function sessionRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  /** Limits guesses of join codes in all sessions together, since an address can be written in many ways (D-77). */
  const limitPerPerson = attemptLimit(deps, 'joinCodes')
  const present = async (viewer: SignedIn, event: string) => (await getSessionData(deps, viewer, event)).challengeEvent

  await sessionEditRoutes(app, deps)
  await liveRoutes(app, deps)
  await hostingRoutes(app, deps)

  for (const page of [homePage, eventsPage]) {
    bindPage(
      app,
      deps,
      page,
      async visit => {
        const list = await fromReplica(deps, visit, from => getSessionList(from, visit.viewer, visit.query))
        // The home page of a hut for members only is open, without its sessions (D-146).
        const isHidden = visit.viewer === null && deps.config.hut.members_only === 1
        return isHidden ? { ...list, challenges: [], challengesCount: 0, templates: [] } : list
      },
      previewOfHome
    )
  }
  bindPersonalPage(app, deps, api.mySessionsPage, async ({ viewer, query }) => ({
    sessions: await listMySessions(deps, viewer, query)
  }))
  bindPage(
    app,
    deps,
    api.sessionPage,
    async ({ params, viewer }) => {
      const data = await getSessionData(deps, viewer, params.event)
      const { challengeEvent } = data
      if (challengeEvent.series && data.isOwner && data.me) await noteHostVisit(deps.db, challengeEvent.id)
      const [recent_logs, today, answers] = await Promise.all([
        listRecentLogs(deps, viewer, challengeEvent),
        getToday(deps, viewer, challengeEvent),
        answersFor(deps, challengeEvent, viewer)
      ])
      return { ...data, recent_logs, today, answers }
    },
    previewOfSession
  )
  bindPage(app, deps, api.sessionOverTimePage, async ({ params, viewer, query }) => {
    const found = await getSession(deps, params.event, viewer)
    const data = await sessionDataOf(deps, viewer, found)
    const { id, status, started_at, ended_at } = data.challengeEvent
    if (status !== SessionStatus.Ended || started_at === null || ended_at === null) return { ...data, over_time: null }
    const hidden = hiddenFrom(found.session.plan, data.isOwner).tasks
    const times = { id, from: Date.parse(started_at), to: Date.parse(ended_at) }
    return { ...data, over_time: await getOverTime(deps.db, times, hidden, sliceOf(query, deps.config.perPage)) }
  })

  bindSignedIn(app, deps, storeSession, async asked => {
    const { viewer, key } = asked
    await deps.take(viewer, { sessions: 1 })
    const body = await withOwnPictures(deps, asked, everybodyMay)
    const { challenge } = body
    const slug = await createSession(deps, viewer, {
      activity: body.activity || null,
      title: challenge.title?.trim() ?? '',
      started_at: challenge.started_at ?? null,
      ended_at: challenge.ended_at ?? null,
      duration: challenge.duration ?? null,
      // A session that is not started and has no start can only wait for its host.
      manual: Boolean(challenge.is_manually_started) || challenge.status === SessionStatus.NotStarted,
      byHand: Boolean(challenge.is_manually_started),
      clientUuid: body.client_uuid ?? null,
      key,
      ...formOf(challenge)
    })
    const { challengeEvent: event } = await sessionDataOf(deps, viewer, await readSession(deps, slug))
    if (event.started_at !== null) deps.expectSession(event.id, Date.parse(event.started_at))
    return { ...event, event, ...NO_ERROR }
  })

  const join = batchByKey<number, JoinWish, Joined>((room, wishes) => joinTogether(deps, room, wishes))
  bindSignedIn(app, deps, api.joinSession, async ({ params, query, body, viewer, request, reply }) => {
    const code = query.join_code ?? body?.join_code ?? null
    if (code !== null) await limitPerPerson(request)
    const { participant, left } = await join(await getSessionId(deps, params.event), {
      viewer,
      code,
      clientUuid: body?.client_uuid ?? null,
      key: null
    })
    showTokensLeft(reply, left)
    return { ...participant, participant, ...NO_ERROR }
  })
  await guestRoutes(app, deps, join)
  await waitlistRoutes(app, deps, limitPerPerson)
  bindSignedIn(app, deps, api.leaveSession, async ({ params, viewer }) => {
    await leave(deps, viewer, await getSessionId(deps, params.event))
    return NO_ERROR
  })
  bindSignedIn(app, deps, api.answerSession, async ({ params, viewer, body }) => {
    const wanted = body.is_coming === 1 ? Answer.Coming : Answer.Declined
    await answer(deps, viewer, await getSessionId(deps, params.event), wanted)
    return NO_ERROR
  })
  bindSignedIn(app, deps, api.startSession, async ({ params, viewer, body }) => {
    await startByHand(deps, viewer, await getSessionId(deps, params.event), body?.countdown ?? 0)
    const event = await present(viewer, params.event)
    if (event.status === SessionStatus.NotStarted && event.started_at !== null) {
      deps.expectSession(event.id, Date.parse(event.started_at))
    }
    return { event, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.endSession, async ({ params, viewer }) => {
    await endForAll(deps, viewer, await getSessionId(deps, params.event))
    return { event: await present(viewer, params.event), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.repeatSession, async ({ params, viewer, body, key }) => {
    await deps.take(viewer, { sessions: 1 })
    const slug = await repeatSession(deps, viewer, params.event, body.started_at, key)
    const event = await present(viewer, slug)
    deps.expectSession(event.id, Date.parse(body.started_at))
    return { event, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.cancelSession, async ({ params, viewer }) => {
    await cancelSession(deps, viewer, await getAnySessionId(deps, params.event))
    return NO_ERROR
  })
}
