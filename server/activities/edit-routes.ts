import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { canEditActivity } from '../../domain/activities/activity.ts'
import { randomActivity as randomActivityCall } from '../../domain/activities/api.ts'
import {
  createActivityPage,
  deleteActivity as deleteActivityCall,
  deleteActivityGroup,
  deleteActivityPart,
  patchActivity,
  patchActivityGroup,
  patchActivityPart,
  reorderActivityParts,
  storeActivity,
  storeActivityGroup,
  storeActivityPart,
  templatesPage,
  updateActivity as updateActivityCall,
  updateActivityPage
} from '../../domain/activities/builder-api.ts'
import { chooseTemplate } from '../../domain/activities/copy-plan.ts'
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
} from '../../domain/activities/plan-edit.ts'
import type { Result } from '../../domain/lib/result.ts'
import { canHost } from '../../domain/sessions/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { listHuts, lookUpHut } from '../groups/group-rows.ts'
import { bind, bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { bindPage, needLogin } from '../lib/pages/pages.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findParticipant } from '../progress/participant-rows.ts'
import { findSession } from '../sessions/session-rows.ts'
import { findActivity } from './activity-rows.ts'
import { createActivity, deleteActivity, editPlan, getEditable, randomActivity, updateActivity } from './edit.ts'
import { getActivityList } from './listed-rows.ts'
import { EMPTY, fromTemplate, type Planned, toWireDraft } from './planned.ts'
import { choicesOf, getTerms, withDescendants } from './term-rows.ts'

export async function activityEditRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps

  /** An activity, or a session whose page says "Create Challenge" (D-80). */
  const findTemplate = async (slug: string, viewer: SignedIn | null): Promise<Planned | null> => {
    const [activity, found] = await Promise.all([findActivity(db, slug), findSession(db, slug)])
    const template = chooseTemplate<Planned>(activity, found?.session ?? null)
    if (!template) return null
    const isHost = template === activity ? canEditActivity(activity, viewer) : await hosts(viewer, found?.session.id)
    return { ...template, plan: planSeenBy(template.plan, isHost) }
  }
  const hosts = async (viewer: SignedIn | null, session: number | undefined): Promise<boolean> => {
    if (!viewer || session === undefined) return false
    return canHost(viewer, await findParticipant(db, session, viewer.id))
  }

  bindPage(app, deps, createActivityPage, async ({ query, viewer }) => {
    const { template: slug, hut: wished } = query
    const template = typeof slug === 'string' && slug ? await findTemplate(slug, viewer) : null
    // An unknown group is ignored, so that an old link still opens the form.
    const hut = typeof wished === 'string' && wished ? await lookUpHut(deps, wished, viewer) : null
    const start = { ...(template ? fromTemplate(template) : EMPTY), group_id: hut?.id ?? null }
    return {
      challenge: toWireDraft(start, await getTerms(db)),
      hut,
      huts: await listHuts(deps, viewer),
      ...choicesOf(await getTerms(db))
    }
  })
  bindPage(app, deps, updateActivityPage, async ({ params, viewer }) => {
    const challenge = await getEditable(deps, needLogin(viewer), params.challenge)
    const [hut, huts] = await Promise.all([lookUpHut(deps, challenge.hut_id, viewer), listHuts(deps, viewer)])
    return { challenge, hut, huts, ...choicesOf(await getTerms(db)) }
  })
  bindPage(app, deps, templatesPage, async ({ viewer, query }) => {
    const { challenges, challengesCount } = await getActivityList(deps, viewer, { ...query, templates: '1' })
    return { templates: challenges, challengesCount, ...choicesOf(await getTerms(db)) }
  })

  bindSignedIn(app, storeActivity, async ({ body, viewer, key }) => {
    await app.take(viewer.id, { activities: 1 })
    return { challenge: await createActivity(deps, viewer, body.challenge, key), ...NO_ERROR }
  })
  const isEditor = ({ params, viewer }: { params: { challenge: string }; viewer: SignedIn }) =>
    getEditable(deps, viewer, params.challenge)
  bindSignedIn(
    app,
    updateActivityCall,
    async asked => ({
      challenge: await updateActivity(deps, asked.viewer, asked.params.challenge, asked.body.challenge),
      ...NO_ERROR
    }),
    isEditor
  )
  bindSignedIn(
    app,
    patchActivity,
    async asked => ({
      challenge: await updateActivity(deps, asked.viewer, asked.params.challenge, asked.body.challenge),
      ...NO_ERROR
    }),
    isEditor
  )
  bindSignedIn(app, deleteActivityCall, async ({ params, viewer }) => {
    await deleteActivity(deps, viewer, params.challenge)
    return NO_ERROR
  })
  bind(app, randomActivityCall, async ({ body }) => {
    const terms = await getTerms(db)
    const ids = (body?.interests ?? []).flatMap(interest => withDescendants(terms, String(interest)) ?? [])
    return { path: await randomActivity(deps, [...new Set(ids)]) }
  })

  const edit = async (
    { params, viewer }: { params: { challenge: string }; viewer: SignedIn },
    step: (plan: Plan) => Result<Plan>
  ) => ({ challenge: await editPlan(deps, viewer, params.challenge, step), ...NO_ERROR })

  bindSignedIn(
    app,
    storeActivityPart,
    asked => edit(asked, plan => addPartCall(plan, asked.body, randomUUID())),
    isEditor
  )
  bindSignedIn(app, deleteActivityPart, asked =>
    edit(asked, plan => removePartCall(plan, asked.params.part, asked.params.type))
  )
  bindSignedIn(app, reorderActivityParts, asked => edit(asked, plan => reorderPartsCall(plan, asked.body)))
  bindSignedIn(
    app,
    patchActivityPart,
    asked => edit(asked, plan => patchPartCall(plan, asked.params.part, asked.body)),
    isEditor
  )
  bindSignedIn(app, storeActivityGroup, asked => edit(asked, plan => addGroupCall(plan, asked.body)), isEditor)
  bindSignedIn(
    app,
    patchActivityGroup,
    asked => edit(asked, plan => patchGroupCall(plan, asked.params.uuid, asked.body)),
    isEditor
  )
  bindSignedIn(app, deleteActivityGroup, asked => edit(asked, plan => removeGroupCall(plan, asked.params.uuid)))
}
