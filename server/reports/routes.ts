import type { FastifyInstance } from 'fastify'
import { refuse } from '../../domain/lib/refusal.ts'
import { HIDDEN_KINDS, type HiddenKind } from '../../domain/moderation/hidden.ts'
import * as api from '../../domain/reports/api.ts'
import { needModerator } from '../accounts/rights.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { attemptLimit } from '../lib/limits/rate-limit.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { refuseOther } from '../lib/security/person-header.ts'
import { listForModerators } from './list.ts'
import { countWaiting } from './report-rows.ts'
import { ask, decide, report, takedownOf } from './reports.ts'

export async function reportRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const limitVisitors = attemptLimit(deps, 'reports')
  bind(app, deps, api.storeReport, async ({ body, viewer, request }) => {
    refuseOther(request)
    if (viewer) await deps.take(viewer, { reports: 1 })
    else await limitVisitors(request)
    const { kind, subject_id, reason, comment } = body
    await report(deps, viewer, { kind, id: subject_id }, { reason, comment })
    return NO_ERROR
  })

  bindSignedIn(app, deps, api.decideReport, async ({ params, body, viewer }) => {
    const { decision, reason, note } = body
    return { status: await decide(deps, viewer, aboutOf(params), { decision, reason, note }), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.getTakedown, async ({ params, viewer }) => takedownOf(deps, viewer, aboutOf(params)))
  bindSignedIn(app, deps, api.askAgain, async ({ params, body, viewer }) =>
    ask(deps, viewer, aboutOf(params), body.note)
  )

  bindPersonalPage(app, deps, api.reportsPage, async ({ query, viewer }) => {
    needModerator(viewer)
    const isDecided = query.decided === '1'
    const slice = sliceOf(query, deps.config.perPage)
    const [cases, waiting] = await Promise.all([listForModerators(deps, isDecided, slice), countWaiting(deps.db)])
    return { cases, is_decided: isDecided, waiting }
  })
}

/** @throws Refused 404 for an unknown kind */
function aboutOf({ kind, subject }: { kind: string; subject: string }): { kind: HiddenKind; id: number } {
  const known = HIDDEN_KINDS.find(one => one === kind)
  return { kind: known ?? refuse({ kind: 'notFound' }), id: readId(subject) }
}
