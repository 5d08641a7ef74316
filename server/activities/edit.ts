/** Creates, changes and deletes activities, for their creator and site admins (ACT-085..ACT-088, D-62..D-65, D-69). */
import { randomInt } from 'node:crypto'
import { listingCheck } from '../../domain/accounts/may-call.ts'
import { canEditActivity } from '../../domain/activities/activity.ts'
import type { ActivityForm, ActivityInput, ActivityPatch } from '../../domain/activities/builder-api.ts'
import type { Plan } from '../../domain/activities/plan.ts'
import { clearPlan, keepRun } from '../../domain/activities/schedule.ts'
import { layOut } from '../../domain/activities/timeline.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Result } from '../../domain/lib/result.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import { maySee, type Reason } from '../../domain/moderation/hidden.ts'
import { DEFAULT_DURATION, LONGEST } from '../../domain/sessions/length.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import { getTerms, type Terms } from '../browse/term-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkMove } from '../groups/group-rows.ts'
import { forgetProposal } from '../groups/proposal-rows.ts'
import { dateAt } from '../lib/clock.ts'
import { safeHtml } from '../lib/html.ts'
import { NO_KEY, once, type RequestKey, withFreeSlug } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { slugFor } from '../lib/slugs.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import { noteUses, textsOf } from '../uploads/upload-rows.ts'
import {
  type ActivityRow,
  findActivity,
  findActivityByKey,
  getActivity,
  insertActivity,
  lockActivity,
  noteActivityNews,
  updateActivityRow
} from './activity-rows.ts'
import { checkedPlan, codeFor, EMPTY, type Planned, requireTerm, toWireForm } from './planned.ts'
import { findActivityFrom } from './queries.ts'
import { hasRunningSession, moveSessions, renameInSessions } from './session-rows.ts'

/** With a key, a second call returns the activity that the first one made. */
export async function createActivity(
  deps: Dependencies,
  viewer: SignedIn,
  form: ActivityInput,
  key: RequestKey | null
): Promise<ActivityForm> {
  const { db, clock } = deps
  const terms = await getTerms(db)
  const columns = columnsOf(EMPTY, form, terms)
  const refusal = listingCheck(viewer, !columns.unlisted)
  if (refusal) refuse(refusal)
  const source = form.copied_from ? await findActivity(db, form.copied_from) : null
  // Someone may have deleted or hidden the source meanwhile, which is no reason to lose the copy.
  const copied_from = source && maySee(source, viewer) ? source.id : null
  const at = dateAt(clock)
  const make = (isTaken: boolean) =>
    db.transaction(async tx => {
      await checkMove(tx, viewer, viewer.id, { from: null, to: columns.group_id })
      // The plain slug is for the first of its title; later ones get five random characters.
      const slug = slugFor(columns.title, isTaken)
      const dates = { created_at: at, updated_at: at }
      const made = await insertActivity(tx, {
        ...columns,
        copied_from,
        slug,
        user_id: viewer.id,
        ...(key ?? NO_KEY),
        ...dates
      })
      await noteUses(tx, { activity_id: made.id }, viewer.id, textsOf(columns))
      if (!columns.unlisted) await noteActivityNews(tx, made.id)
      return made
    })
  const row = await once(
    key,
    'activities_request',
    known => findActivityByKey(db, viewer.id, known),
    made => made,
    () => withFreeSlug('activities_slug_key', make)
  )
  return toWireForm(row, terms)
}

/** Saves the sent fields; the whole form sends all of them (D-69). */
export async function updateActivity(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  sent: ActivityPatch
): Promise<ActivityForm> {
  return change(deps, viewer, slugOrId, sent.revision, (row, terms) => columnsOf(row, sent, terms))
}

/** Changes the plan by one step of the builder (D-69). */
export async function editPlan(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  step: (plan: Plan) => Result<Plan>
): Promise<ActivityForm> {
  return change(deps, viewer, slugOrId, undefined, (row, terms) => {
    const outcome = step(row.plan)
    return outcome.ok ? columnsOf(row, outcome.value, terms) : refuse(outcome.refusal)
  })
}

/**
 * Deletes an activity from all lists and its group. Its sessions have their own copy and stay (D-64).
 * @param reason why an admin deletes it from the lists
 */
export async function deleteActivity(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  reason: Reason | null = null
): Promise<void> {
  const deleted = await deps.db.transaction(async tx => {
    const row = await lockEditable(tx, viewer, slugOrId)
    const now = dateAt(deps.clock)
    if (await hasRunningSession(tx, row.id, now)) {
      refuse({ kind: 'conflict', message: 'A session of this activity is in progress.' })
    }
    await updateActivityRow(tx, row.id, { deleted_at: now, group_id: null })
    await noteUses(tx, { activity_id: row.id }, viewer.id, [], textsOf(row))
    if (reason === null && row.user_id === viewer.id) return row
    const entry = { action: 'delete', subject: 'activity', subjectId: row.id, after: { reason } } as const
    await recordAction(tx, viewer, entry, now)
    return row
  })
  await closeDeleted(deps, viewer, { kind: 'activity', id: deleted.id })
}

/** The form for editors. Others are refused, since it contains the join code (D-77). */
export async function getEditable(deps: Dependencies, viewer: SignedIn, slugOrId: string): Promise<ActivityForm> {
  const row = await getActivity(deps, slugOrId, viewer)
  if (!canEditActivity(row, viewer)) refuse(NOT_YOURS)
  return toWireForm(row, await getTerms(deps.db))
}

/** The path of a random activity, in one of the terms if there is one (D-65). */
export async function randomActivity({ db }: Dependencies, termIds: number[]): Promise<string> {
  const point = randomInt(2 ** 31)
  const found =
    (termIds.length > 0 ? await findActivityFrom(db, point, termIds) : null) ??
    (await findActivityFrom(db, point, null)) ??
    refuse({ kind: 'notFound' })
  return `/activities/${found.slug}`
}

const NOT_YOURS = { kind: 'forbidden', message: 'Only the creator of this activity can change it.' } as const

/** @param began the revision that the change began from, if the call has one */
async function change(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  began: number | undefined,
  make: (row: ActivityRow, terms: Terms) => Planned
): Promise<ActivityForm> {
  const terms = await getTerms(deps.db)
  return deps.db.transaction(async tx => {
    const row = await lockEditable(tx, viewer, slugOrId)
    if (isOld(began, row.revision)) refuse(changedMeanwhile(toWireForm(row, terms)))
    const made = make(row, terms)
    const unlisted = made.unlisted || row.hidden_at !== null
    const columns = { ...made, unlisted, revision: row.revision + 1, updated_at: dateAt(deps.clock) }
    const refusal = listingCheck(viewer, row.unlisted && !columns.unlisted)
    if (refusal) refuse(refusal)
    await checkMove(tx, viewer, row.user_id, { from: row.group_id, to: columns.group_id })
    await updateActivityRow(tx, row.id, columns)
    await noteUses(tx, { activity_id: row.id }, viewer.id, textsOf(columns), textsOf(row))
    if (row.unlisted && !columns.unlisted) await noteActivityNews(tx, row.id)
    if (columns.title !== row.title) await renameInSessions(tx, row.id, columns.title)
    if (columns.group_id !== row.group_id) {
      await moveSessions(tx, row.id, row.group_id, columns.group_id)
      if (columns.group_id !== null) await forgetProposal(tx, columns.group_id, row.id)
    }
    if (row.user_id !== viewer.id) {
      const entry = { action: 'change', subject: 'activity', subjectId: row.id } as const
      await recordAction(tx, viewer, entry, dateAt(deps.clock))
    }
    return toWireForm({ ...row, ...columns }, terms)
  })
}

async function lockEditable(tx: Transaction, viewer: SignedIn, slugOrId: string): Promise<ActivityRow> {
  const row = (await lockActivity(tx, slugOrId)) ?? refuse({ kind: 'notFound' })
  return canEditActivity(row, viewer) ? row : refuse(NOT_YOURS)
}

/** The columns with the sent fields. An activity is a plan to run again, so it has no dates and no facts of a run. */
function columnsOf(row: Planned, sent: ActivityPatch, terms: Terms): Planned {
  requireTerm(terms, sent.term_id)
  const isManual = Boolean(sent.is_manually_started ?? row.is_manually_started)
  const needsCode = Boolean(sent.needs_code ?? row.needs_code)
  const sentPlan = {
    parts: sent.parts ?? row.plan.parts,
    tasks: sent.tasks ?? row.plan.tasks,
    timers: sent.timers ?? row.plan.timers
  }
  const forgotten = keepRun(sentPlan, { parts: [] })
  const plan = clearPlan(checkedPlan(forgotten, { startedAt: null, isManual }, row.plan))
  return {
    title: sent.title ?? row.title,
    content: sent.content === undefined ? row.content : safeHtml(sent.content),
    plan,
    duration: sent.duration === undefined ? row.duration : sent.duration || lengthOf(plan),
    participant_limit: sent.participant_limit === undefined ? row.participant_limit : sent.participant_limit,
    difficulty: sent.difficulty === undefined ? row.difficulty : sent.difficulty,
    term_id: sent.term_id === undefined ? row.term_id : sent.term_id,
    group_id: sent.hut_id === undefined ? row.group_id : sent.hut_id,
    is_preset: Boolean(sent.is_preset ?? row.is_preset),
    unlisted: Boolean(sent.unlisted ?? row.unlisted),
    is_manually_started: isManual,
    needs_code: needsCode,
    join_code: codeFor(needsCode, sent.join_code === undefined ? row.join_code : sent.join_code),
    donation_link: sent.donation_link ?? row.donation_link
  }
}

function lengthOf(plan: Plan): number {
  return Math.min(LONGEST, Math.ceil(layOut(plan, null, 0).total)) || DEFAULT_DURATION
}
