import type { FastifyInstance } from 'fastify'
import { canEditActivity } from '../../domain/activities/activity.ts'
import { activityPage, activitySessionsPage } from '../../domain/activities/api.ts'
import { createActivityPage } from '../../domain/activities/builder-page-api.ts'
import { chooseTemplate } from '../../domain/activities/copy-plan.ts'
import { planSeenBy } from '../../domain/activities/hidden.ts'
import { maySee } from '../../domain/moderation/hidden.ts'
import { previewOfActivity } from '../../domain/previews/preview.ts'
import { canHost } from '../../domain/sessions/people/permissions.ts'
import {
  findActivity,
  findSource,
  getActivity,
  isFollowing,
  listCopies,
  toWireActivity
} from '../activities/activity-rows.ts'
import { EMPTY, fromTemplate, type Planned, toWireDraft } from '../activities/planned.ts'
import { choicesOf, getTerms } from '../browse/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { listHuts, lookUpHut } from '../groups/hut-rows.ts'
import { listProposalsTo } from '../groups/proposal-rows.ts'
import { fromReplica, hasWritten } from '../lib/from-replica.ts'
import { sendText } from '../lib/http/conditional.ts'
import { bindPage, type Visit } from '../lib/pages/pages.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findParticipant } from '../progress/participant-rows.ts'
import { loadActivityFeed } from './activity-feed.ts'
import { listSessionsOfActivity } from './listed-rows.ts'
import { findSession } from './session-rows.ts'

/** The pages of an activity that list its sessions, and the form that may begin with a session. */
export async function activityPageRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps

  /** An activity, or a session whose page says "Create Challenge" (D-80). */
  const findTemplate = async (slug: string, viewer: SignedIn | null): Promise<Planned | null> => {
    const [activity, found] = await Promise.all([findActivity(db, slug), findSession(db, slug)])
    const template = chooseTemplate<Planned>(activity, found?.session ?? null)
    if (!template || (template === activity && !maySee(activity, viewer))) return null
    const isHost = template === activity ? canEditActivity(activity, viewer) : await hosts(viewer, found?.session.id)
    return { ...template, plan: planSeenBy(template.plan, isHost) }
  }
  /** Any activity that the viewer may see, to begin another one with its plan. */
  const findCopied = async (slug: string, viewer: SignedIn | null) => {
    const activity = await findActivity(db, slug)
    if (!activity || !maySee(activity, viewer)) return null
    return { ...activity, plan: planSeenBy(activity.plan, canEditActivity(activity, viewer)) }
  }
  const hosts = async (viewer: SignedIn | null, session: number | undefined): Promise<boolean> => {
    if (!viewer || session === undefined) return false
    return canHost(viewer, await findParticipant(db, session, viewer.id))
  }

  bindPage(app, deps, createActivityPage, async ({ query, viewer }) => {
    const { template: slug, copy, hut: wished } = query
    const copied = typeof copy === 'string' && copy ? await findCopied(copy, viewer) : null
    const template = copied ?? (typeof slug === 'string' && slug ? await findTemplate(slug, viewer) : null)
    // An unknown group is ignored, so that an old link still opens the form.
    const hut = typeof wished === 'string' && wished ? await lookUpHut(deps, wished, viewer) : null
    const start = { ...(template ? fromTemplate(template) : EMPTY), group_id: hut?.id ?? null }
    return {
      challenge: toWireDraft(start, await getTerms(db)),
      source: copied ? { slug: copied.slug, title: copied.title, path: `/activities/${copied.slug}` } : null,
      hut,
      huts: await listHuts(deps, viewer),
      ...choicesOf(await getTerms(db))
    }
  })

  const load = async (from: Dependencies, { params, viewer, query }: Visit<{ challenge: string }>, live: boolean) => {
    const { db } = from
    const activity = await getActivity(from, params.challenge, viewer)
    const isOwner = canEditActivity(activity, viewer)
    const [terms, isJoined, hut, challengeEvents, source, copies, proposals] = await Promise.all([
      getTerms(db),
      viewer ? isFollowing(db, activity.id, viewer.id) : false,
      lookUpHut(from, activity.group_id, viewer),
      listSessionsOfActivity(from, viewer, activity.id, { live, query }),
      findSource(db, activity, viewer),
      listCopies(db, activity.id),
      isOwner ? listProposalsTo(db, activity.id) : []
    ])
    const path = `/activities/${activity.slug}`
    return {
      challenge: toWireActivity(activity, { isJoined, hut, terms, isOwner }),
      hut,
      challengeEvents,
      breadcrumbs: [
        { title: 'Home', path: '/' },
        ...(hut ? [{ title: hut.title, path: hut.url }] : []),
        { title: activity.title, path },
        ...(live ? [] : [{ title: 'Sessions', path: `${path}/sessions` }])
      ],
      isOwner,
      source,
      copies,
      proposals
    }
  }
  bindPage(
    app,
    deps,
    activityPage,
    visit => fromReplica(deps, visit, from => load(from, visit, true)),
    previewOfActivity
  )
  bindPage(app, deps, activitySessionsPage, visit => fromReplica(deps, visit, from => load(from, visit, false)))
  app.get<{ Params: { challenge: string } }>(
    '/activities/:challenge/feed.atom',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const read = { wrote: hasWritten(request) }
      const feed = await fromReplica(deps, read, from => loadActivityFeed(from, request.params.challenge))
      return sendText(request, reply, { type: 'application/atom+xml', seconds: 300, ...feed })
    }
  )
}
