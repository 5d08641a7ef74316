/**
 * Changes a session by the whole form, by some keys of it, or by single steps, for its host and site admins (SES-094,
 * D-69). The past never changes: a running session keeps the parts that have begun, and an ended session keeps its
 * plan.
 */

import { isDeepStrictEqual } from 'node:util'
import { listingCheck } from '../../domain/accounts/may-call.ts'
import { ownsOrAdmin } from '../../domain/accounts/user.ts'
import type { Plan } from '../../domain/activities/plan.ts'
import { keepRun, withDates } from '../../domain/activities/schedule.ts'
import type { Stay } from '../../domain/activities/turns.ts'
import { instant } from '../../domain/lib/instant.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Result } from '../../domain/lib/result.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import type { SessionForm, SessionPatch } from '../../domain/sessions/builder-api.ts'
import { changedPast } from '../../domain/sessions/immutable-past.ts'
import { keepTexts, noLongerSeen } from '../../domain/sessions/part-text.ts'
import { canHost, freeCheck } from '../../domain/sessions/people/permissions.ts'
import { type SessionState, scheduled } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { changeTimes, ENDED } from '../../domain/sessions/times.ts'
import { checkedPlan, codeFor, refuseFields, requireTerm, toWireDraft } from '../activities/planned.ts'
import { getTerms, type Terms } from '../browse/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkMove } from '../groups/group-rows.ts'
import { dateAt } from '../lib/clock.ts'
import { dateOf, given } from '../lib/given.ts'
import { safeHtml } from '../lib/html.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findParticipant, staysOf } from '../progress/participant-rows.ts'
import { forgetEventsAbout, type SessionRow } from '../realtime/room-rows.ts'
import { noteUses, textsOf } from '../uploads/upload-rows.ts'
import { getSession, recordOnSession, requireHost, sessionState, updateSessionRow } from './session-rows.ts'

/** Changes the sent keys of a session. */
export function updateSession(deps: Dependencies, viewer: SignedIn, id: number, sent: SessionPatch): Promise<void> {
  return change(deps, viewer, id, () => sent)
}

/** Changes the plan by one step of the builder. */
export function editPlan(
  deps: Dependencies,
  viewer: SignedIn,
  id: number,
  step: (plan: Plan) => Result<Plan>
): Promise<void> {
  return change(deps, viewer, id, row => {
    const outcome = step(row.plan)
    return outcome.ok ? outcome.value : refuse(outcome.refusal)
  })
}

/**
 * The form that the host edits. Others are refused, since it contains the join code (D-77). It also tells whether the
 * host may change the dates that follow.
 */
export async function getEditable(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string
): Promise<{ form: SessionForm; activity: { slug: string; title: string } | null; mayChangeSeries: boolean }> {
  const { session: row, activity, series } = await getSession(deps, slugOrId, viewer)
  if (!canHost(viewer, await findParticipant(deps.db, row.id, viewer.id))) refuse(NOT_YOURS)
  return {
    form: toWireForm(row, await getTerms(deps.db)),
    activity,
    mayChangeSeries: series !== null && ownsOrAdmin(series, viewer)
  }
}

function toWireForm(row: SessionRow, terms: Terms): SessionForm {
  return {
    id: row.id,
    slug: row.slug,
    path: `/sessions/${row.slug}`,
    status: row.status,
    revision: row.revision,
    ...toWireDraft(row, terms),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    is_free: row.is_free ? 1 : 0
  }
}

const NOT_YOURS = { kind: 'forbidden', message: 'Only the host of this session can change it.' } as const

async function change(
  deps: Dependencies,
  viewer: SignedIn,
  id: number,
  wish: (row: SessionRow) => SessionPatch
): Promise<void> {
  const terms = await getTerms(deps.db)
  await deps.rooms.change(id, async (tx, record, row) => {
    const isByAdmin = await requireHost(tx, viewer, id)
    const sent = wish(row)
    if (isOld(sent.revision, row.revision)) refuse(changedMeanwhile(toWireForm(row, terms)))
    const wished = { ...row.plan, ...given({ parts: sent.parts, tasks: sent.tasks, timers: sent.timers }) }
    const texts = keepTexts(wished, row.plan)
    refuseFields(texts.fields)
    const plan = keepRun(texts.plan, row.plan)
    const now = deps.clock.now()
    const state = stateAfter(row, sent, plan, now, await staysOf(tx, { id, plan }))
    const columns = {
      ...settingsAfter(row, sent, viewer, terms),
      duration: state.duration,
      plan: { ...plan, ...state.plan },
      started_at: dateOf(state.started_at),
      ended_at: dateOf(state.ended_at),
      is_manually_started: Boolean(state.is_manually_started),
      revision: row.revision + 1,
      updated_at: dateAt(deps.clock)
    }
    await checkMove(tx, viewer, viewer.id, { from: row.group_id, to: columns.group_id })
    await updateSessionRow(tx, id, columns)
    await noteUses(tx, { session_id: id }, viewer.id, textsOf(columns), textsOf(row))
    for (const uuid of noLongerSeen(row.plan, columns.plan)) await forgetEventsAbout(tx, id, 'part', [uuid])
    record(id, {
      type: 'update',
      data: {
        status: state.status,
        started_at: state.started_at,
        ended_at: state.ended_at,
        ...(columns.content === row.content ? {} : { content: columns.content }),
        reload: true
      }
    })
    if (isByAdmin) await recordOnSession(tx, viewer, 'change', id, dateAt(deps.clock))
  })
}

/** The state after the sent changes that its status allows. Refuses the others. */
function stateAfter(
  row: SessionRow,
  sent: SessionPatch,
  plan: Plan,
  now: number,
  people: readonly Stay[]
): SessionState & { plan: Plan } {
  const outcome = changeTimes({ ...sessionState(row), plan: row.plan }, sent, now)
  if (!outcome.ok) return refuse(outcome.refusal)
  const state = outcome.value
  if (state.status === SessionStatus.Ended) {
    return isDeepStrictEqual(plan, row.plan) ? state : refuse({ kind: 'conflict', message: ENDED })
  }
  const { started_at } = state
  const checked = checkedPlan(plan, { startedAt: started_at, isManual: Boolean(state.is_manually_started) }, row.plan)
  if (state.status === SessionStatus.NotStarted || started_at === null) {
    return scheduled({ ...state, plan: checked }, people)
  }
  refuseFields(changedPast(row.plan, checked, started_at, now, people))
  return { ...state, plan: withDates(checked, { startsAt: instant(started_at), now, people }) }
}

function settingsAfter(row: SessionRow, sent: SessionPatch, viewer: SignedIn, terms: Terms) {
  requireTerm(terms, sent.term_id)
  const is_free = Boolean(sent.is_free ?? row.is_free)
  const unlisted = row.hidden_at !== null || Boolean(sent.unlisted ?? row.unlisted)
  const refusal = freeCheck(viewer, row.is_free, is_free) ?? listingCheck(viewer, row.unlisted && !unlisted)
  if (refusal) refuse(refusal)
  const hasEnded = row.status === SessionStatus.Ended
  const needs_code = Boolean(sent.needs_code ?? row.needs_code)
  return {
    title: sent.title ?? row.title,
    content: sent.content === undefined ? row.content : safeHtml(sent.content),
    term_id: sent.term_id === undefined ? row.term_id : sent.term_id,
    group_id: sent.hut_id === undefined ? row.group_id : sent.hut_id,
    difficulty: sent.difficulty === undefined ? row.difficulty : sent.difficulty,
    donation_link: sent.donation_link ?? row.donation_link,
    unlisted,
    // Nobody can join an ended session, so its conditions for joining stay.
    ...(hasEnded
      ? {}
      : {
          participant_limit: sent.participant_limit === undefined ? row.participant_limit : sent.participant_limit,
          needs_code,
          join_code: codeFor(needs_code, sent.join_code === undefined ? row.join_code : sent.join_code),
          is_free
        }),
    // Only a session that has not begun can become a template.
    ...(row.status === SessionStatus.NotStarted ? { is_preset: Boolean(sent.is_preset ?? row.is_preset) } : {})
  }
}
