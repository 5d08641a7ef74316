import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dayOf } from '../../domain/lib/day.ts'
import { uuid } from '../../domain/lib/fields.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { allow } from '../../domain/lib/result.ts'
import * as api from '../../domain/logs/api.ts'
import { checkTimes, completeLog, LogStatus, pauseLog, resetLog, startLog, stopLog } from '../../domain/logs/log.ts'
import { changeLog } from '../../domain/logs/log-change.ts'
import { correctedDay } from '../../domain/logs/log-day.ts'
import * as sessionsApi from '../../domain/sessions/api.ts'
import { getActivity } from '../activities/activity-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { batchByKey } from '../lib/batch-by-key.ts'
import { bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPage, bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import type { LogRule } from '../progress/progress.ts'
import { getSessionData } from '../sessions/page.ts'
import { findRunningOf, findSessionId, getSessionId } from '../sessions/session-rows.ts'
import { listLogsOfSession } from './listed-rows.ts'
import { changeMyLog, deleteLog, type LogWish, logGoal, logTogether, restoreLog, type SessionLog } from './logs.ts'
import { getMyLogs } from './my-log-rows.ts'
import { listRunningTimers } from './my-timer-rows.ts'

export async function logRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const move = async (viewer: SignedIn, id: string, rule: LogRule) => ({
    ...(await changeMyLog(deps, viewer, readId(id), rule)),
    ...NO_ERROR
  })
  /** The times that a page sends must make sense, though the server's clock decides (D-100). */
  const check = (times: { started_at?: string | null | undefined; ended_at?: string | null | undefined }): void => {
    const fields = checkTimes(
      { started_at: times.started_at ?? null, ended_at: times.ended_at ?? null },
      deps.clock.now()
    )
    if (Object.keys(fields).length > 0) refuse({ kind: 'invalid', fields })
  }

  bindSignedIn(app, deps, api.storeQuickLog, async ({ body, viewer, key, doneAt, reply }) => {
    const { left, ...response } = await logGoal(deps, viewer, body.goal_id, body, { key, doneAt })
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.storeActivityQuickLog, async ({ body, viewer, key, doneAt, reply }) => {
    const place = { session: body.challenge_event_id ?? null }
    const { left, ...response } = await logGoal(deps, viewer, body.goal_id, body, { key, doneAt }, place)
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })

  bindSignedIn(app, deps, api.startLog, async ({ params, body, viewer }) => {
    check(body)
    return move(viewer, params.log, startLog)
  })
  bindSignedIn(app, deps, api.stopLog, async ({ params, body, viewer }) => {
    check(body)
    return move(viewer, params.log, body.status === LogStatus.Paused ? pauseLog : stopLog)
  })
  bindSignedIn(app, deps, api.stopSessionLog, async ({ params, body, viewer }) => {
    check(body)
    return move(viewer, params.log, stopLog)
  })
  bindSignedIn(app, deps, api.completeLog, async ({ params, viewer }) => move(viewer, params.log, completeLog))
  bindSignedIn(app, deps, api.resetLog, async ({ params, viewer }) =>
    move(viewer, params.log, state => allow(resetLog(state)))
  )

  bindSignedIn(app, deps, api.updateLog, async ({ params, body, viewer }) => {
    const { title, content, action, amount, distance, duration, status, started_at, ended_at } = body
    const day = body.day ?? (started_at === undefined ? undefined : dayOf(Date.parse(started_at), viewer))
    const field = body.day === undefined ? 'started_at' : 'day'
    const corrected = day === undefined ? null : correctedDay(day, deps.clock.now(), viewer, field)
    if (corrected && !corrected.ok) refuse(corrected.refusal)
    const columns = {
      ...(day === undefined ? {} : { day }),
      ...(title === undefined ? {} : { title: title ?? '' }),
      ...(content === undefined ? {} : { content: content ?? '' }),
      ...(action === undefined ? {} : { action: action ?? '' })
    }
    const rule: LogRule = (state, now) =>
      changeLog(state, { amount, distance, duration, status, started_at, ended_at }, now)
    return { ...(await changeMyLog(deps, viewer, readId(params.log), rule, columns)), ...NO_ERROR }
  })

  bindSignedIn(app, deps, api.restoreLog, async ({ params, viewer, reply }) => {
    const { left, ...response } = await restoreLog(deps, viewer, readId(params.log))
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })

  bindSignedIn(app, deps, api.deleteLog, async ({ params, viewer, reply }) => {
    const { left, goal } = await deleteLog(deps, viewer, readId(params.log))
    showTokensLeft(reply, left)
    return { goal }
  })

  bindSignedIn(app, deps, api.getRunningTimers, async ({ viewer }) => ({
    timers: await listRunningTimers(deps, viewer.id)
  }))
  bindPersonalPage(app, deps, api.myLogsPage, ({ viewer, query }) => getMyLogs(deps, viewer.id, query))
  bindPage(app, deps, sessionsApi.sessionLogsPage, async ({ params, viewer, query }) => {
    const data = await getSessionData(deps, viewer, params.event)
    const { id } = data.challengeEvent
    return {
      ...data,
      logs: await listLogsOfSession(deps, id, viewer?.id ?? null, data.isOwner, sliceOf(query, deps.config.perPage))
    }
  })

  const log = batchByKey<number, LogWish, SessionLog>((room, wishes) => logTogether(deps, room, wishes))
  bindSignedIn(app, deps, sessionsApi.storeSessionQuickLog, async ({ params, body, viewer, key, doneAt, reply }) => {
    const wish = { viewer, taskUuid: body.task_uuid, fields: body, key, doneAt }
    const { left, ...response } = await log(await getSessionId(deps, params.event), wish)
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })
  bindSignedIn(app, deps, sessionsApi.storeSessionLog, async ({ params, body, viewer, key, doneAt, reply }) => {
    const wish = { viewer, taskUuid: body.task_uuid ?? null, fields: body, key, doneAt }
    const { left, ...response } = await log(await getSessionId(deps, params.event), wish)
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })
  bindSignedIn(app, deps, sessionsApi.storeChallengeLog, async ({ params, body, viewer, key, doneAt, reply }) => {
    const wish = { viewer, taskUuid: body.task_uuid ?? null, fields: body, key, doneAt }
    const { left, ...response } = await log(await sessionOfChallenge(deps, viewer, params.challenge), wish)
    showTokensLeft(reply, left)
    return { ...response.log, ...response, ...NO_ERROR }
  })
  bindSignedIn(app, deps, sessionsApi.startTaskLog, async ({ params, body, viewer, key, doneAt, reply }) => {
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
  const { id } = await getActivity(deps, slugOrId)
  return (
    (await findRunningOf(deps.db, id, viewer.id)) ??
    refuse({ kind: 'conflict', message: 'You are in no session of this activity that runs. Join one to log there.' })
  )
}
