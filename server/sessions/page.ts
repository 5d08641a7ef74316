/** What every page of a session shows. */
import { stays as peopleOf } from '../../domain/activities/turns.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { readClock } from '../../domain/sessions/clock.ts'
import { canHost } from '../../domain/sessions/permissions.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { getTerms } from '../activities/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { lookUpHut } from '../groups/groups.ts'
import { listOpenByTasks } from '../progress/log-rows.ts'
import { findParticipant, listParticipants, wasRemoved } from '../progress/participant-rows.ts'
import { findStays, getSession, type SessionWithActivity, sessionState } from './session-rows.ts'
import { toWireSession } from './to-wire.ts'

export async function getSessionData(
  deps: Dependencies,
  viewer: SignedIn | null,
  slugOrId: string
): Promise<SessionData> {
  return sessionDataOf(deps, viewer, await getSession(deps, slugOrId))
}

export async function sessionDataOf(
  deps: Dependencies,
  viewer: SignedIn | null,
  found: SessionWithActivity
): Promise<SessionData> {
  const { db, clock } = deps
  const { session, activity } = found
  const [terms, participants, open, stays, hut] = await Promise.all([
    getTerms(db),
    listParticipants(db, session.id),
    viewer ? listOpenByTasks(db, session.id, viewer.id) : [],
    findStays(db, session),
    lookUpHut(deps, session.group_id, viewer)
  ])
  // Who is in is mostly among those listed.
  const listed = participants.find(({ username }) => username === viewer?.username)
  const [me, removed] =
    listed || !viewer
      ? [listed ?? null, false]
      : await Promise.all([findParticipant(db, session.id, viewer.id), wasRemoved(db, session.id, viewer.id)])
  const { groups } = readClock(sessionState(session), clock.now(), peopleOf(stays ?? []))
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
