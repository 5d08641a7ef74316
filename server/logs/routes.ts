import type { FastifyInstance } from 'fastify'
import { dayOf } from '../../domain/lib/day.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { allow } from '../../domain/lib/result.ts'
import * as api from '../../domain/logs/api.ts'
import { checkTimes, completeLog, LogStatus, pauseLog, resetLog, startLog, stopLog } from '../../domain/logs/log.ts'
import { changeLog } from '../../domain/logs/log-change.ts'
import { correctedDay } from '../../domain/logs/log-day.ts'
import * as myLogsApi from '../../domain/logs/my-logs-api.ts'
import * as timerApi from '../../domain/logs/timer-api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import type { LogRule } from '../progress/progress.ts'
import { changeMyLog } from './change-log.ts'
import { deleteLog, restoreLog } from './delete-log.ts'
import { logGoal } from './log-goal.ts'
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
    const { left, ...response } = await logGoal(deps, viewer, body.goal_id, { fields: body, key, doneAt })
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.storeActivityQuickLog, async ({ body, viewer, key, doneAt, reply }) => {
    const place = { session: body.challenge_event_id ?? null }
    const { left, ...response } = await logGoal(deps, viewer, body.goal_id, { fields: body, key, doneAt }, place)
    showTokensLeft(reply, left)
    return { ...response, ...NO_ERROR }
  })

  bindSignedIn(app, deps, timerApi.startLog, async ({ params, body, viewer }) => {
    check(body)
    return move(viewer, params.log, startLog)
  })
  bindSignedIn(app, deps, timerApi.stopLog, async ({ params, body, viewer }) => {
    check(body)
    return move(viewer, params.log, body.status === LogStatus.Paused ? pauseLog : stopLog)
  })
  bindSignedIn(app, deps, timerApi.stopSessionLog, async ({ params, body, viewer }) => {
    check(body)
    return move(viewer, params.log, stopLog)
  })
  bindSignedIn(app, deps, timerApi.completeLog, async ({ params, viewer }) => move(viewer, params.log, completeLog))
  bindSignedIn(app, deps, timerApi.resetLog, async ({ params, viewer }) =>
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

  bindSignedIn(app, deps, timerApi.getRunningTimers, async ({ viewer }) => ({
    timers: await listRunningTimers(deps, viewer.id)
  }))
  bindPersonalPage(app, deps, myLogsApi.myLogsPage, ({ viewer, query }) => getMyLogs(deps, viewer.id, query))
}
