/**
 * Live calls of a session: its parts, readiness, texts, and ways to follow it without a socket. The documents write
 * some of these calls under `challenges/{challenge}`, which accepts a session too: always where only a session makes
 * sense, otherwise with `?type=event` or when no activity has that name (D-67, D-76, D-78).
 */

import type { FastifyInstance } from 'fastify'
import { patchPartCall } from '../../domain/activities/plan-calls.ts'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import * as api from '../../domain/sessions/api.ts'
import type { PartMove } from '../../domain/sessions/parts.ts'
import { sessionStream } from '../../domain/socket/stream.ts'
import { type ActivityRow, findActivity } from '../activities/activity-rows.ts'
import { editPlan, getEditable, updateActivity } from '../activities/edit.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn, bindStream, NO_ERROR } from '../lib/bind.ts'
import { streamLimit } from '../lib/limits/socket-limits.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { withOwnPictures } from '../uploads/copies.ts'
import { contributeContent, getPoll, getPrompt, saveContent } from './content.ts'
import { getSessionData } from './page.ts'
import { completeForMe, controlPart, resetSession, setReady, skip } from './part-controls.ts'
import { findSession, getSessionId, requireHost } from './session-rows.ts'
import { sendStream } from './stream.ts'

type Addressed = { event: string } | { challenge: string }

export async function liveRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const eventOf = async (viewer: SignedIn, event: string) => (await getSessionData(deps, viewer, event)).challengeEvent
  /** The activity that an address under `challenges` names, if it names one; else `name` is that of a session. */
  const meantBy = async (
    params: Addressed,
    query: { type?: string | undefined } | undefined
  ): Promise<{ activity: ActivityRow | null; name: string }> => {
    if ('event' in params) return { activity: null, name: params.event }
    const name = params.challenge
    return { activity: query?.type === 'event' ? null : await findActivity(deps.db, name), name }
  }
  /** For calls that make sense only for a session. Refuses an activity, and says why. */
  const sessionOf = async (params: Addressed): Promise<string> => {
    if ('event' in params) return params.event
    const { challenge } = params
    if (!(await findSession(deps.db, challenge)) && (await findActivity(deps.db, challenge))) {
      refuse({ kind: 'conflict', message: 'Nothing runs on an activity; do that with a session of it.' })
    }
    return challenge
  }

  type Control =
    | typeof api.startPart
    | typeof api.pausePart
    | typeof api.resumePart
    | typeof api.completePart
    | typeof api.takeBackSkip
  const controls: [Control, PartMove][] = [
    [api.startPart, 'start'],
    [api.pausePart, 'pause'],
    [api.resumePart, 'resume'],
    [api.completePart, 'complete'],
    [api.takeBackSkip, 'takeBack']
  ]
  const moved = async (viewer: SignedIn, session: string) => {
    const event = await eventOf(viewer, session)
    if (event.ended_at !== null) deps.expectSession(event.id, Date.parse(event.ended_at))
    return { event, ...NO_ERROR }
  }
  for (const [call, how] of controls) {
    bindSignedIn(app, deps, call, async ({ params, viewer }) => {
      await controlPart(deps, viewer, await getSessionId(deps, params.event), params.part, how)
      return moved(viewer, params.event)
    })
  }
  bindSignedIn(app, deps, api.skipPart, async ({ params, viewer, body }) => {
    await skip(deps, viewer, await getSessionId(deps, params.event), params.part, body?.set)
    return moved(viewer, params.event)
  })

  bindSignedIn(app, deps, api.completeSession, async ({ params, viewer }) => ({
    participant: await completeForMe(deps, viewer, await getSessionId(deps, params.event)),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, api.userIsReady, async ({ params, viewer, body }) => {
    const wish = body?.is_ready === undefined ? null : body.is_ready === 1
    const participant = await setReady(deps, viewer, await getSessionId(deps, await sessionOf(params)), wish)
    return { is_ready: participant.is_ready, participant, ...NO_ERROR }
  })

  bindSignedIn(app, deps, api.resetSession, async ({ params, viewer }) => {
    const event = await sessionOf(params)
    await resetSession(deps, viewer, await getSessionId(deps, event))
    return { event: await eventOf(viewer, event), ...NO_ERROR }
  })

  const poll = async (event: string) => {
    const { id: _, ...response } = await getPoll(deps, event)
    return response
  }
  bind(app, deps, api.pollSession, async ({ params, query }) => {
    const { activity, name } = await meantBy(params, query)
    return activity ? still(activity) : poll(name)
  })

  bind(app, deps, api.sessionPrompt, async ({ params, query, viewer }) => {
    const { activity, name } = await meantBy(params, query)
    if (activity) return { edit_prompt: null, part_uuid: null, active_participant: null }
    return getPrompt(deps, viewer, name)
  })

  const saveInActivity = async (
    viewer: SignedIn,
    { slug }: ActivityRow,
    body: ReceivedBy<typeof api.saveContent>['body']
  ) => {
    const part = body.part_uuid ?? null
    if (part === null) {
      const change = { content: body.content, revision: body.revision ?? undefined }
      const { content, revision } = await updateActivity(deps, viewer, slug, change)
      return { content, revision }
    }
    const { parts, revision } = await editPlan(deps, viewer, slug, plan =>
      patchPartCall(plan, part, { part: { content: body.content } })
    )
    const saved = parts.flatMap(group => group.parts).find(({ uuid }) => uuid === part)
    return { content: saved?.content ?? '', revision }
  }
  bindSignedIn(app, deps, api.saveContent, async asked => {
    const { params, query, viewer } = asked
    const { activity, name } = await meantBy(params, query)
    const body = await withOwnPictures(deps, asked, async () =>
      activity ? getEditable(deps, viewer, activity.slug) : requireHost(deps.db, viewer, await getSessionId(deps, name))
    )
    if (activity) return { ...(await saveInActivity(viewer, activity, body)), ...NO_ERROR }
    const { content, part_uuid = null, revision = null } = body
    const id = await getSessionId(deps, name)
    return { ...(await saveContent(deps, viewer, id, content, part_uuid, revision)), ...NO_ERROR }
  })

  bindSignedIn(app, deps, api.contributeContent, async ({ params, query, viewer, body, key }) => {
    const { activity, name } = await meantBy(params, query)
    if (activity) {
      refuse({ kind: 'conflict', message: 'Nothing runs on an activity; contribute to a session of it.' })
    }
    const id = await getSessionId(deps, name)
    return { ...(await contributeContent(deps, viewer, id, body.content, body.part_uuid, key)), ...NO_ERROR }
  })

  const takeStream = streamLimit(deps)
  bindStream(app, deps, sessionStream, async ({ params, request, reply }) => {
    reply.raw.once('close', takeStream(request))
    const { activity, name } = await meantBy(params, request.query as { type?: string })
    if (activity) needVisible(activity, request.viewer)
    if (activity) return sendStream(deps, request, reply, null, async () => still(activity))
    await sendStream(deps, request, reply, await getSessionId(deps, name), () => poll(name))
  })
}

/** An activity has no room and never changes by itself (D-63). */
function still({ content, followers_count }: ActivityRow) {
  return {
    participants: [],
    content,
    summary: { participants: followers_count, logs: 0, tasks: {} },
    started_at: null,
    ended_at: null,
    status: 0 as const,
    seq: 0
  }
}
