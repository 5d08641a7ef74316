/** Reading sessions: lists and rooms. */
import type { Card, Hut, ListData } from '../../domain/activities/api.ts'
import { stays as peopleOf } from '../../domain/activities/turns.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { readClock } from '../../domain/sessions/clock.ts'
import { canHost } from '../../domain/sessions/permissions.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { listFrame, listTemplates } from '../activities/activities.ts'
import { readFilters } from '../activities/filters.ts'
import { getTerms } from '../activities/terms.ts'
import type { Dependencies } from '../dependencies.ts'
import { lookUpHut } from '../groups/groups.ts'
import { dateAt } from '../lib/clock.ts'
import { sliceOf } from '../lib/paging.ts'
import { listOpenLogsOfTasks } from '../logs/lists.ts'
import { wasRemoved } from '../moderation/removed.ts'
import { findParticipant, listParticipants } from './participants.ts'
import { findSession, listByActivity, listSessions, type SessionWithActivity } from './queries.ts'
import { advanceSession, findStays, isLate, stateOf } from './status.ts'
import { toWireSession, toWireSessionCard } from './to-wire.ts'

/** The list screen of home and `/events`: what runs and what is to come (D-57). */
export async function getSessionList(
  deps: Dependencies,
  viewer: SignedIn | null,
  query: Record<string, unknown>,
  /** Only what is in this group. */
  hut: Hut | null = null
): Promise<ListData> {
  const { db, config, clock } = deps
  const terms = await getTerms(db)
  const filters = { ...readFilters(query, terms, config.perPage), groupId: hut?.id ?? null }
  const rows = filters.joined && !viewer ? [] : await listSessions(db, filters, viewer?.id ?? null, dateAt(clock))
  return {
    challenges: rows.map(row => toWireSessionCard(row, terms, clock.now())),
    challengesCount: rows[0]?.total ?? 0,
    ...listFrame(terms, hut),
    templates:
      rows.length === 0 || (rows.length <= FEW && isUnfiltered(query))
        ? await listTemplates(deps, terms, filters.groupId)
        : []
  }
}

/** A list this short leaves room to offer templates under it. */
const FEW = 4

function isUnfiltered(query: Record<string, unknown>): boolean {
  return !['q', 'category', 'difficulty', 'joined', 'page'].some(name => query[name])
}

/** Sessions of an activity: the live ones, or all of them by page. */
export async function listSessionsOfActivity(
  { db, config, clock }: Dependencies,
  viewer: SignedIn | null,
  activityId: number,
  { live, query }: { live: boolean; query: Record<string, unknown> }
): Promise<Card[]> {
  const terms = await getTerms(db)
  const slice = sliceOf(query, config.perPage)
  const rows = await listByActivity(db, activityId, viewer?.id ?? null, live ? dateAt(clock) : null, slice)
  return rows.map(row => toWireSessionCard(row, terms, clock.now()))
}

/** By slug or id; a status that is late is put right first (D-82). */
export async function getSession(deps: Dependencies, slugOrId: string): Promise<SessionWithActivity> {
  const found = (await findSession(deps.db, slugOrId)) ?? refuse({ kind: 'notFound' })
  if (!isLate(found.session, deps.clock.now())) return found
  await advanceSession(deps, found.session.id)
  return (await findSession(deps.db, slugOrId)) ?? refuse({ kind: 'notFound' })
}

/** A session that is there to be copied, by slug or id (D-80). */
export async function lookUpTemplateSession(
  { db }: Dependencies,
  slugOrId: string
): Promise<SessionWithActivity['session'] | null> {
  const found = await findSession(db, slugOrId)
  return found?.session.is_preset ? found.session : null
}

/** What every page of a session's set shows. */
export async function getSessionData(
  deps: Dependencies,
  viewer: SignedIn | null,
  slugOrId: string
): Promise<SessionData> {
  const { db, clock } = deps
  const found = await getSession(deps, slugOrId)
  const { session, activity } = found
  const [terms, participants, me, removed, open, stays, hut] = await Promise.all([
    getTerms(db),
    listParticipants(db, session.id),
    viewer ? findParticipant(db, session.id, viewer.id) : null,
    viewer ? wasRemoved(db, session.id, viewer.id) : false,
    viewer ? listOpenLogsOfTasks(db, session.id, viewer.id) : [],
    findStays(db, session),
    lookUpHut(deps, session.group_id, viewer)
  ])
  const { groups } = readClock(stateOf(session), clock.now(), peopleOf(stays ?? []))
  const active = new Set(groups.flatMap(group => group.active.map(({ uuid }) => uuid)))
  const isHost = canHost(viewer, me)
  const path = `/sessions/${session.slug}`
  return {
    challengeEvent: toWireSession(found, { terms, now: clock.now(), me, removed, open, isHost, active }),
    participants,
    me,
    stays,
    hut,
    breadcrumbs: [
      ...(activity ? [{ title: activity.title, path: `/activities/${activity.slug}` }] : []),
      { title: session.title, path }
    ],
    isOwner: isHost,
    isRemoved: removed
  }
}
