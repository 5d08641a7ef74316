import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { canEditActivity } from '../../domain/activities/activity.ts'
import { planSeenBy } from '../../domain/activities/hidden.ts'
import type { Plan } from '../../domain/activities/plan.ts'
import {
  addGroupCall,
  addPartCall,
  patchGroupCall,
  patchPartCall,
  removeGroupCall,
  removePartCall,
  reorderPartsCall
} from '../../domain/activities/plan-calls.ts'
import type { Result } from '../../domain/lib/result.ts'
import * as api from '../../domain/sessions/builder-api.ts'
import { plannedLength } from '../../domain/sessions/length.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { findActivity } from '../activities/activity-rows.ts'
import { listChoices } from '../activities/listed-rows.ts'
import { EMPTY, toWireDraft } from '../activities/planned.ts'
import { choicesOf, getTerms } from '../browse/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { lookUpHut } from '../groups/hut-rows.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { bindPage, needLogin } from '../lib/pages/pages.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { type Save, withOwnPictures } from '../uploads/copies.ts'
import { editPlan, getEditable, updateSession } from './edit.ts'
import { getSessionData } from './page.ts'
import { getSessionId, requireHost } from './session-rows.ts'

export async function sessionEditRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps
  const named = ({ slug, title }: { slug: string; title: string }) => ({ slug, title, path: `/activities/${slug}` })

  bindPage(app, deps, api.createSessionPage, async ({ query, viewer }) => {
    const { challenge: slug, hut: wished } = query
    const found = typeof wished === 'string' && wished ? await lookUpHut(deps, wished, viewer) : null
    const hut = found?.is_joined ? found : null
    const wanted = typeof slug === 'string' && slug ? await findActivity(deps.db, slug) : null
    const activity = wanted?.hidden_at ? null : wanted
    const { plan, ...start } = activity ?? EMPTY
    // The session gets what its host may see of the activity (D-98).
    const form = {
      ...start,
      plan: planSeenBy(plan, activity !== null && canEditActivity(activity, viewer)),
      is_preset: false,
      join_code: null,
      duration: plannedLength(activity?.duration ?? 0),
      ...(hut && { group_id: hut.id })
    }
    return {
      challengeEvent: {
        ...toWireDraft(form, await getTerms(db)),
        started_at: null,
        ended_at: null,
        is_free: 0 as const
      },
      challenge: activity && named(activity),
      hut,
      challenges: (await listChoices(deps, viewer)).map(named),
      ...choicesOf(await getTerms(db))
    }
  })
  bindPage(app, deps, api.updateSessionPage, async ({ params, viewer }) => {
    const { form, activity, mayChangeSeries } = await getEditable(deps, needLogin(viewer), params.event)
    return {
      challengeEvent: form,
      challenge: activity && named(activity),
      ...(mayChangeSeries ? { repeats: 1 as const } : {}),
      ...choicesOf(await getTerms(db))
    }
  })

  type Asked = { params: { event: string }; viewer: SignedIn }
  const edit = async ({ params, viewer }: Asked, save: (id: number) => Promise<void>) => {
    await save(await getSessionId(deps, params.event, viewer))
    const { challengeEvent: event } = await getSessionData(deps, viewer, params.event)
    const due = event.status === SessionStatus.NotStarted ? event.started_at : event.ended_at
    if (due !== null && event.status !== SessionStatus.Ended) deps.expectSession(event.id, Date.parse(due))
    return { event, ...NO_ERROR }
  }
  /** The body of a host's save, with copies of its pictures. */
  const ownBody = <Body>(asked: Save<Body> & Asked): Promise<Body> =>
    withOwnPictures(deps, asked, async () =>
      requireHost(db, asked.viewer, await getSessionId(deps, asked.params.event, asked.viewer))
    )
  for (const contract of [api.updateSession, api.patchSession]) {
    bindSignedIn(app, deps, contract, async asked => {
      const { challenge } = await ownBody(asked)
      return edit(asked, id => updateSession(deps, asked.viewer, id, challenge))
    })
  }

  const step = (asked: Asked, change: (plan: Plan) => Result<Plan>) =>
    edit(asked, id => editPlan(deps, asked.viewer, id, change))
  bindSignedIn(app, deps, api.storeSessionPart, async asked => {
    const body = await ownBody(asked)
    return step(asked, plan => addPartCall(plan, body, randomUUID()))
  })
  bindSignedIn(app, deps, api.deleteSessionPart, asked =>
    step(asked, plan => removePartCall(plan, asked.params.part, asked.params.type))
  )
  bindSignedIn(app, deps, api.reorderSessionParts, asked => step(asked, plan => reorderPartsCall(plan, asked.body)))
  bindSignedIn(app, deps, api.patchSessionPart, async asked => {
    const body = await ownBody(asked)
    return step(asked, plan => patchPartCall(plan, asked.params.part, body))
  })
  bindSignedIn(app, deps, api.storeSessionGroup, async asked => {
    const body = await ownBody(asked)
    return step(asked, plan => addGroupCall(plan, body))
  })
  bindSignedIn(app, deps, api.patchSessionGroup, async asked => {
    const body = await ownBody(asked)
    return step(asked, plan => patchGroupCall(plan, asked.params.uuid, body))
  })
  bindSignedIn(app, deps, api.deleteSessionGroup, asked =>
    step(asked, plan => removeGroupCall(plan, asked.params.uuid))
  )
}
