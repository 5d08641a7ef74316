/**
 * Live calls of a session: its parts, readiness, texts, and ways to follow it without a socket. The documents write
 * some of these calls under `challenges/{challenge}`, which accepts a session too: always where only a session makes
 * sense, otherwise with `?type=event` or when no activity has that name (D-67, D-76, D-78).
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { canEditActivity } from '../../domain/activities/activity.ts'
import { patchPartCall } from '../../domain/activities/plan-edit.ts'
import { chatMessage } from '../../domain/chat/api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import {
  completePart,
  completeSession,
  contributeContent as contributeCall,
  livePoll,
  pausePart,
  pollSession,
  resetSession as resetCall,
  resumePart,
  STREAM_PATH,
  saveContent as saveContentCall,
  sessionPrompt,
  skipPart as skipCall,
  startPart,
  takeBackSkip,
  userIsReady
} from '../../domain/sessions/api.ts'
import { streamUpdate } from '../../domain/sessions/live.ts'
import type { PartMove } from '../../domain/sessions/parts.ts'
import { type ActivityRow, findActivity } from '../activities/activity-rows.ts'
import { editPlan, updateActivity } from '../activities/edit.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { contributeContent, getPoll, getPrompt, saveContent } from './content.ts'
import { getSessionData } from './page.ts'
import { completeForMe, controlPart, resetSession, setReady, skip } from './part-controls.ts'
import { findSession, getSessionId, requireHost } from './session-rows.ts'
import { sendStream } from './stream.ts'

const typed = z.object({ type: z.optional(z.string()) })

export async function liveRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const eventOf = async (viewer: SignedIn, event: string) => (await getSessionData(deps, viewer, event)).challengeEvent
  /** The activity that an address under `challenges` names; null when it names a session. */
  const activityOf = async (challenge: string, type: unknown): Promise<ActivityRow | null> =>
    type === 'event' ? null : findActivity(deps.db, challenge)
  /** For calls that make sense only for a session. Refuses an activity, and says why. */
  const sessionOnly = async (challenge: string): Promise<string> => {
    if (!(await findSession(deps.db, challenge)) && (await findActivity(deps.db, challenge))) {
      refuse({ kind: 'conflict', message: 'Nothing runs on an activity; do that with a session of it.' })
    }
    return challenge
  }

  type Control = typeof startPart | typeof pausePart | typeof resumePart | typeof completePart | typeof takeBackSkip
  const controls: [Control, PartMove][] = [
    [startPart, 'start'],
    [pausePart, 'pause'],
    [resumePart, 'resume'],
    [completePart, 'complete'],
    [takeBackSkip, 'takeBack']
  ]
  const moved = async (viewer: SignedIn, session: string) => {
    const event = await eventOf(viewer, session)
    if (event.ended_at !== null) app.expectSession(event.id, Date.parse(event.ended_at))
    return { event, ...NO_ERROR }
  }
  for (const [call, how] of controls) {
    bindSignedIn(app, call, async ({ params, viewer }) => {
      await controlPart(deps, viewer, await getSessionId(deps, params.event), params.part, how)
      return moved(viewer, params.event)
    })
  }
  bindSignedIn(app, skipCall, async ({ params, viewer, body }) => {
    await skip(deps, viewer, await getSessionId(deps, params.event), params.part, body?.set)
    return moved(viewer, params.event)
  })

  bindSignedIn(app, completeSession, async ({ params, viewer }) => ({
    participant: await completeForMe(deps, viewer, await getSessionId(deps, params.event)),
    ...NO_ERROR
  }))

  const ready = async (viewer: SignedIn, event: string, body: { is_ready?: 0 | 1 | undefined } | null | undefined) => {
    const wish = body?.is_ready === undefined ? null : body.is_ready === 1
    const participant = await setReady(deps, viewer, await getSessionId(deps, event), wish)
    return { is_ready: participant.is_ready, participant, ...NO_ERROR }
  }
  bindSignedIn(app, userIsReady, ({ params, viewer, body }) => ready(viewer, params.event, body))
  bindSignedIn(app, { ...userIsReady, path: '/api/challenges/:challenge/user-is-ready' }, async asked =>
    ready(asked.viewer, await sessionOnly(paramOf(asked)), asked.body)
  )

  const startOver = async (viewer: SignedIn, event: string) => {
    await resetSession(deps, viewer, await getSessionId(deps, event))
    return { event: await eventOf(viewer, event), ...NO_ERROR }
  }
  bindSignedIn(app, resetCall, ({ params, viewer }) => startOver(viewer, params.event))
  bindSignedIn(app, { ...resetCall, path: '/api/challenges/:challenge/reset' }, async asked =>
    startOver(asked.viewer, await sessionOnly(paramOf(asked)))
  )

  const poll = async (event: string) => {
    const { id: _, ...response } = await getPoll(deps, event)
    return response
  }
  bind(app, pollSession, ({ params }) => poll(params.event))
  bind(app, { ...pollSession, path: '/api/challenges/:challenge/poll', query: typed }, async asked => {
    const activity = await activityOf(paramOf(asked), asked.query.type)
    return activity ? still(activity) : poll(paramOf(asked))
  })

  bind(app, sessionPrompt, ({ params, viewer }) => getPrompt(deps, viewer, params.event))
  bind(app, { ...sessionPrompt, path: '/api/challenges/:challenge/prompt', query: typed }, async asked => {
    const activity = await activityOf(paramOf(asked), asked.query.type)
    if (activity) return { edit_prompt: null, part_uuid: null, active_participant: null }
    return getPrompt(deps, asked.viewer, paramOf(asked))
  })

  const isHost = async (viewer: SignedIn, event: string): Promise<void> =>
    requireHost(deps.db, viewer, await getSessionId(deps, event))
  bindSignedIn(
    app,
    saveContentCall,
    async ({ params, viewer, body }) => ({
      ...(await saveContent(
        deps,
        viewer,
        await getSessionId(deps, params.event),
        body.content,
        body.part_uuid ?? null,
        body.revision ?? null
      )),
      ...NO_ERROR
    }),
    ({ params, viewer }) => isHost(viewer, params.event)
  )
  bindSignedIn(
    app,
    { ...saveContentCall, path: '/api/challenges/:challenge/save-content', query: typed },
    async asked => {
      const { viewer, body } = asked
      const part = body.part_uuid ?? null
      const activity = await activityOf(paramOf(asked), asked.query.type)
      if (!activity) {
        return {
          ...(await saveContent(
            deps,
            viewer,
            await getSessionId(deps, paramOf(asked)),
            body.content,
            part,
            body.revision ?? null
          )),
          ...NO_ERROR
        }
      }
      if (part === null) {
        const change = { content: body.content, revision: body.revision ?? undefined }
        const { content, revision } = await updateActivity(deps, viewer, activity.slug, change)
        return { content, revision, ...NO_ERROR }
      }
      const { parts, revision } = await editPlan(deps, viewer, activity.slug, plan =>
        patchPartCall(plan, part, { part: { content: body.content } })
      )
      const saved = parts.flatMap(group => group.parts).find(({ uuid }) => uuid === part)
      return { content: saved?.content ?? '', revision, ...NO_ERROR }
    },
    async asked => {
      // The query does not reach this check. An activity and a session with the same slug usually have the same host,
      // and the
      // save checks the right one again.
      const activity = await findActivity(deps.db, paramOf(asked))
      if (!activity || !canEditActivity(activity, asked.viewer)) await isHost(asked.viewer, paramOf(asked))
    }
  )

  bindSignedIn(app, contributeCall, async ({ params, viewer, body, key }) => ({
    ...(await contributeContent(
      deps,
      viewer,
      await getSessionId(deps, params.event),
      body.content,
      body.part_uuid,
      key
    )),
    ...NO_ERROR
  }))
  bindSignedIn(
    app,
    { ...contributeCall, path: '/api/challenges/:challenge/contribute-content', query: typed },
    async asked => {
      const { viewer, body, key } = asked
      if (await activityOf(paramOf(asked), asked.query.type)) {
        refuse({ kind: 'conflict', message: 'Nothing runs on an activity; contribute to a session of it.' })
      }
      const id = await getSessionId(deps, paramOf(asked))
      return { ...(await contributeContent(deps, viewer, id, body.content, body.part_uuid, key)), ...NO_ERROR }
    }
  )

  const stream = async (request: FastifyRequest, reply: FastifyReply, event: string): Promise<void> => {
    const room = await getSessionId(deps, event)
    await sendStream(deps, request, reply, room, () => poll(event))
  }
  const asStream = {
    exposeHeadRoute: false,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => request.identify(reply)
  }
  for (const [path, query] of [
    [STREAM_PATH, undefined],
    ['/api/challenges/:challenge/stream', typed]
  ] as const) {
    app.documented.push({
      method: 'GET',
      path,
      tag: app.feature,
      summary:
        'How a session stands now, then what changes, as server-sent events: put each later one into the first; and what is said in its chat', // D-67
      query,
      response: z.union([livePoll, streamUpdate, z.object({ message: chatMessage })]),
      isStream: true,
      refusals: ['notFound'],
      access: 'everybody',
      meansPerson: false
    })
  }
  app.get(STREAM_PATH, asStream, async (request, reply) =>
    stream(request, reply, (request.params as { event: string }).event)
  )
  app.get('/api/challenges/:challenge/stream', asStream, async (request, reply) => {
    const { challenge } = request.params as { challenge: string }
    const activity = await activityOf(challenge, (request.query as { type?: unknown }).type)
    if (!activity) return stream(request, reply, challenge)
    return sendStream(deps, request, reply, null, async () => still(activity))
  })
}

function paramOf({ params }: { params: unknown }): string {
  return (params as { challenge: string }).challenge
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
