/** The data of a session's pages. */

import type { GuestRules } from '../../domain/accounts/guest.ts'
import { type Hidden, hiddenFrom, participantSeen, planSeenBy, summarySeen } from '../../domain/activities/hidden.ts'
import { buttonsIn } from '../../domain/activities/plan.ts'
import { stays as peopleOf } from '../../domain/activities/turns.ts'
import { timersAt } from '../../domain/goals/task-timers.ts'
import { own } from '../../domain/lib/own.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import type { Participant, Session, SessionData, SessionTask } from '../../domain/sessions/api.ts'
import { sessionCard } from '../../domain/sessions/card.ts'
import { readClock } from '../../domain/sessions/clock.ts'
import { takesGuests } from '../../domain/sessions/people/guests.ts'
import { mayJoin } from '../../domain/sessions/people/join.ts'
import { canHost } from '../../domain/sessions/people/permissions.ts'
import { wordsOfRule } from '../../domain/sessions/repeats-words.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { getTerms, nameOf, type Terms } from '../browse/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { lookUpHut } from '../groups/hut-rows.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import type { LogWithNames } from '../progress/log-rows.ts'
import { listOpenInSession } from '../progress/open-log-rows.ts'
import {
  findMembership,
  findParticipant,
  findStays,
  listParticipants,
  toWireSummary
} from '../progress/participant-rows.ts'
import { toWireLog, unstoredSeconds } from '../progress/wire-log.ts'
import { stateOf } from './people/waitlist.ts'
import { isRegularOf } from './queries.ts'
import { findAgain, getSession, ruleOf, type SessionWithActivity, sessionState } from './session-rows.ts'

/** A session by slug or id, as its pages show it to this viewer. */
export async function getSessionData(
  deps: Dependencies,
  viewer: SignedIn | null,
  slugOrId: string
): Promise<SessionData> {
  return sessionDataOf(deps, viewer, await getSession(deps, slugOrId, viewer))
}

/** Like `getSessionData`, for a session that has been read already. */
export async function sessionDataOf(
  deps: Dependencies,
  viewer: SignedIn | null,
  found: SessionWithActivity
): Promise<SessionData> {
  const { db, clock } = deps
  const { session, activity } = found
  const [terms, participants, open, stays, hut, again, waitlist, isRegular] = await Promise.all([
    getTerms(db),
    listParticipants(db, session.id),
    viewer ? listOpenInSession(db, session.id, [viewer.id]) : [],
    findStays(db, session),
    lookUpHut(deps, session.group_id, viewer),
    session.status === SessionStatus.Ended ? findAgain(db, session.id, viewer?.id ?? null) : null,
    stateOf(deps, session, viewer),
    viewer && session.series_id !== null ? isRegularOf(db, session.series_id, viewer.id) : false
  ])
  // The viewer is usually among those listed.
  const listed = participants.find(({ username }) => username === viewer?.username)
  const [me, membership] =
    listed || !viewer
      ? [listed ?? null, null]
      : await Promise.all([findParticipant(db, session.id, viewer.id), findMembership(db, session.id, viewer.id)])
  const removed = membership?.removed_at != null
  const { groups } = readClock(sessionState(session), clock.now(), peopleOf(stays ?? []))
  const active = new Set(groups.flatMap(group => group.active.map(({ uuid }) => uuid)))
  const isHost = canHost(viewer, me)
  const hidden = hiddenFrom(session.plan, isHost)
  const path = `/sessions/${session.slug}`
  return {
    challengeEvent: toWireSession(found, {
      hut: deps.config.hut,
      terms,
      now: clock.now(),
      me,
      isHeldForMe: waitlist.mine !== null && waitlist.mine.offered_until !== null,
      removed,
      isRegular,
      open,
      isHost,
      hidden,
      active
    }),
    participants: participants.map(participant => participantSeen(participant, hidden)),
    me: me && participantSeen(me, hidden),
    stays,
    hut,
    breadcrumbs: [
      ...(activity ? [{ title: activity.title, path: `/activities/${activity.slug}` }] : []),
      { title: session.title, path }
    ],
    isOwner: isHost,
    again,
    isRemoved: removed,
    waitlist
  }
}

interface Seen {
  /** The settings that decide whether there are guests. */
  hut: GuestRules
  terms: Terms
  now: number
  /** The viewer's own participation, with their totals. */
  me: Participant | null
  /** Whether an offer of the waitlist holds a place for the viewer (D-151). */
  isHeldForMe: boolean
  /** Whether the viewer comes to each date of the series. */
  isRegular: boolean
  /** The viewer's running and paused logs on goals of the plan. */
  open: LogWithNames[]
  /** Whether a host removed the viewer, who then cannot come back. */
  removed: boolean
  /** Hosts and admins see the join code and hidden groups (D-77, D-98). */
  isHost: boolean
  /** Goals that the viewer does not see. */
  hidden: Hidden
  /** UUIDs of the parts that run or are paused now. */
  active: ReadonlySet<string>
}

function toWireSession({ session: row, activity, hut, series }: SessionWithActivity, seen: Seen): Session {
  const named = { hut_slug: hut?.slug ?? null, hut_title: hut?.title ?? null }
  const category = nameOf(seen.terms, row.term_id)
  const held_places = row.held_places - (seen.isHeldForMe ? 1 : 0)
  const card = sessionCard({ ...row, ...named, held_places, is_joined: seen.me !== null }, category, seen.now)
  const plan = planSeenBy(row.plan, seen.isHost)
  const joinable = mayJoin(card, { joined: seen.me !== null, removed: seen.removed })
  return {
    ...card,
    held_places,
    content: row.content,
    started_at_obj: card.started_at,
    donation_link: row.donation_link,
    join_code: seen.isHost ? row.join_code : null,
    is_free: row.is_free ? 1 : 0,
    can_join: joinable ? 1 : 0,
    unlisted: row.unlisted ? 1 : 0,
    ...(row.hidden_at ? { is_hidden: 1 as const } : {}),
    paused_at: row.paused_at?.toISOString() ?? null,
    paused_seconds: row.paused_seconds,
    chat_locked: row.chat_locked ? 1 : 0,
    guests: flagOf(takesGuests(row, seen.hut)),
    guests_chat: flagOf(row.guests_chat),
    hut_id: row.group_id,
    ...(series
      ? {
          series: {
            slug: series.slug,
            path: `/series/${series.slug}`,
            rule: wordsOfRule(ruleOf(series)),
            is_regular: flagOf(seen.isRegular)
          }
        }
      : {}),
    challenge: activity ? { slug: activity.slug, title: activity.title, path: `/activities/${activity.slug}` } : null,
    parts: plan.parts.map(group => ({
      ...group,
      parts: group.parts.map(part => ({ ...part, active: flagOf(seen.active.has(part.uuid)) }))
    })),
    tasks: plan.tasks.map(group => ({ ...group, parts: group.parts.map(task => toWireTask(task, seen)) })),
    timers: row.plan.timers,
    quick_log_buttons: buttonsIn(plan),
    my_goals: [],
    messages: [],
    logs: [],
    summary: summarySeen(toWireSummary(row), seen.hidden),
    seq: row.seq,
    revision: row.revision
  }
}

function flagOf(is: boolean): 0 | 1 {
  return is ? 1 : 0
}

function toWireTask(
  task: SessionWithActivity['session']['plan']['tasks'][number]['parts'][number],
  seen: Seen
): SessionTask {
  const mine = own(seen.me?.task_totals, task.uuid)
  const open = seen.open.filter(({ log }) => log.task_uuid === task.uuid)
  const logs = open
    .map(row => toWireLog(row, seen.now))
    .filter(log => log.status === LogStatus.Active || log.status === LogStatus.Paused)
  const active = logs.find(log => log.is_timed === 1) ?? null
  const running = open.reduce((sum, { log }) => sum + unstoredSeconds(log, seen.now), 0)
  const distance = mine?.distance ?? 0
  return {
    ...task,
    timers: timersAt(task, active?.elapsed_duration ?? null),
    status: 1,
    completed_at: null,
    amount_elapsed: mine?.amount ?? 0,
    duration_elapsed: (mine?.duration ?? 0) + running,
    distance_elapsed: distance,
    distance_remaining: task.distance === null ? null : Math.max(0, task.distance - distance),
    active_log_id: active?.id ?? null,
    activeLog: active
  }
}
