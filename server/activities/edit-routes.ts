import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { randomActivity as randomActivityCall } from '../../domain/activities/api.ts'
import * as api from '../../domain/activities/builder-api.ts'
import * as builderPageApi from '../../domain/activities/builder-page-api.ts'
import * as partsApi from '../../domain/activities/parts-api.ts'
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
import { choicesOf, getTerms, withDescendants } from '../browse/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { listHuts, lookUpHut } from '../groups/hut-rows.ts'
import { bind, bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { bindPage, needLogin } from '../lib/pages/pages.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { everybodyMay, type Save, withOwnPictures } from '../uploads/copies.ts'
import { createActivity, deleteActivity, editPlan, getEditable, randomActivity, updateActivity } from './edit.ts'
import { getActivityList } from './listed-rows.ts'

export async function activityEditRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps

  bindPage(app, deps, builderPageApi.updateActivityPage, async ({ params, viewer }) => {
    const challenge = await getEditable(deps, needLogin(viewer), params.challenge)
    const [hut, huts] = await Promise.all([lookUpHut(deps, challenge.hut_id, viewer), listHuts(deps, viewer)])
    return { challenge, hut, huts, ...choicesOf(await getTerms(db)) }
  })
  bindPage(app, deps, builderPageApi.templatesPage, async ({ viewer, query }) => {
    const { challenges, challengesCount } = await getActivityList(deps, viewer, { ...query, templates: '1' })
    return { templates: challenges, challengesCount, ...choicesOf(await getTerms(db)) }
  })

  bindSignedIn(app, deps, api.storeActivity, async asked => {
    const { viewer, key } = asked
    await deps.take(viewer, { activities: 1 })
    const { challenge } = await withOwnPictures(deps, asked, everybodyMay)
    return { challenge: await createActivity(deps, viewer, challenge, key), ...NO_ERROR }
  })
  /** The body of an editor's save, with copies of its pictures. */
  const ownBody = <Body>(asked: Save<Body> & { params: { challenge: string } }): Promise<Body> =>
    withOwnPictures(deps, asked, () => getEditable(deps, asked.viewer, asked.params.challenge))
  for (const contract of [api.updateActivity, api.patchActivity]) {
    bindSignedIn(app, deps, contract, async asked => {
      const { challenge } = await ownBody(asked)
      return { challenge: await updateActivity(deps, asked.viewer, asked.params.challenge, challenge), ...NO_ERROR }
    })
  }
  bindSignedIn(app, deps, api.deleteActivity, async ({ params, viewer }) => {
    await deleteActivity(deps, viewer, params.challenge)
    return NO_ERROR
  })
  bind(app, deps, randomActivityCall, async ({ body }) => {
    const terms = await getTerms(db)
    const ids = (body?.interests ?? []).flatMap(interest => withDescendants(terms, String(interest)) ?? [])
    return { path: await randomActivity(deps, [...new Set(ids)]) }
  })

  const edit = async (
    { params, viewer }: { params: { challenge: string }; viewer: SignedIn },
    step: (plan: Plan) => Result<Plan>
  ) => ({ challenge: await editPlan(deps, viewer, params.challenge, step), ...NO_ERROR })

  bindSignedIn(app, deps, partsApi.storeActivityPart, async asked => {
    const body = await ownBody(asked)
    return edit(asked, plan => addPartCall(plan, body, randomUUID()))
  })
  bindSignedIn(app, deps, partsApi.deleteActivityPart, asked =>
    edit(asked, plan => removePartCall(plan, asked.params.part, asked.params.type))
  )
  bindSignedIn(app, deps, partsApi.reorderActivityParts, asked =>
    edit(asked, plan => reorderPartsCall(plan, asked.body))
  )
  bindSignedIn(app, deps, partsApi.patchActivityPart, async asked => {
    const body = await ownBody(asked)
    return edit(asked, plan => patchPartCall(plan, asked.params.part, body))
  })
  bindSignedIn(app, deps, partsApi.storeActivityGroup, async asked => {
    const body = await ownBody(asked)
    return edit(asked, plan => addGroupCall(plan, body))
  })
  bindSignedIn(app, deps, partsApi.patchActivityGroup, async asked => {
    const body = await ownBody(asked)
    return edit(asked, plan => patchGroupCall(plan, asked.params.uuid, body))
  })
  bindSignedIn(app, deps, partsApi.deleteActivityGroup, asked =>
    edit(asked, plan => removeGroupCall(plan, asked.params.uuid))
  )
}
