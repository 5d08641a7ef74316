/**
 * Reports, what enough of them do by themselves, and the decisions of moderators (D-148, D-149). A case is locked after
 * the room or the person of its thing, and before the audit log.
 */

import { plainText } from '../../domain/lib/plain-text.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { type HiddenKind, maySee, needVisible, type Reason } from '../../domain/moderation/hidden.ts'
import type { Decision, Takedown } from '../../domain/reports/api.ts'
import {
  type CaseStatus,
  countingReports,
  decideCheck,
  hidesItself,
  MOST_OF_VISITORS
} from '../../domain/reports/report.ts'
import { needModerator } from '../accounts/rights.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import { unsay } from '../chat/chat.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { putFace } from '../faces/face-rows.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import {
  auditOf,
  type CaseRow,
  caseClosed,
  caseHidden,
  findCase,
  findOwnCase,
  lockCase,
  type Subject,
  updateCase
} from '../moderation/case-rows.ts'
import { deletePost } from '../posts/posts.ts'
import { findReadable } from '../publishing/item-rows.ts'
import { deleteItem } from '../publishing/items.ts'
import { closeDeleted, tellAuthor, tellReporters } from '../reminders/case-news.ts'
import { listDatesToHide } from '../series/series-rows.ts'
import { putHidden, withLock } from './hiding.ts'
import { findAuthor, findMainReason, findOfVisitors, hasKept, insertReport, listReporters } from './report-rows.ts'
import { type FoundSubject, findSubject } from './subject-rows.ts'

/** How many characters of a hidden text its author gets. */
const MOST_TEXT = 2000

interface About {
  kind: HiddenKind
  id: number
}

/** Stores a report. A second one of the same person changes nothing. Enough reports hide the thing. */
export async function report(
  deps: Dependencies,
  viewer: SignedIn | null,
  about: About,
  { reason, comment }: { reason: Reason; comment: string }
): Promise<void> {
  const subject = await getVisible(deps, viewer, about)
  const now = dateAt(deps.clock)
  const isDue = await deps.db.transaction(async tx => {
    const found = await lockCase(tx, subject, now)
    if (!viewer) {
      const { count, isSaid } = await findOfVisitors(tx, found.id, { reason, comment })
      if (isSaid || count >= MOST_OF_VISITORS) return false
    }
    const row = { case_id: found.id, user_id: viewer?.id ?? null, reason, comment, created_at: now }
    if (!(await insertReport(tx, row))) return false
    await updateCase(tx, found.id, {
      reports_count: found.reports_count + 1,
      waiting_since: found.waiting_since ?? now
    })
    return hidesNow(tx, deps, found, now)
  })
  if (isDue) await hideByRule(deps, subject)
}

/** The thing. @throws Refused 404 when the viewer may not see it */
async function getVisible({ db }: Dependencies, viewer: SignedIn | null, { kind, id }: About): Promise<FoundSubject> {
  const subject = (await findSubject(db, kind, id)) ?? refuse({ kind: 'notFound' })
  const { hidden_at, author_id } = subject
  needVisible({ hidden_at, user_id: author_id }, viewer)
  if (kind === 'item' && !(await findReadable(db, id, viewer))) refuse({ kind: 'notFound' })
  if (subject.is_private && author_id !== viewer?.id) refuse({ kind: 'notFound' })
  // Only pictures of people are reported by themselves.
  if (kind === 'picture' && subject.person_id === null) refuse({ kind: 'notFound' })
  return subject
}

async function hidesNow(tx: Transaction, { config }: Dependencies, found: CaseRow, now: Date): Promise<boolean> {
  const reporters = await listReporters(tx, found.id)
  const counting = countingReports(reporters, found.author_id, now.getTime())
  const author = await findAuthor(tx, found.author_id)
  const { status, decided_at } = found
  return hidesItself({ status, wasDecided: decided_at !== null, author }, counting, config.hut.hide_after)
}

/** Hides what enough people reported, unless a moderator has decided meanwhile. */
async function hideByRule(deps: Dependencies, about: FoundSubject): Promise<void> {
  const told = await withLock(deps, about, async locked => {
    const { tx, subject } = locked
    const now = dateAt(deps.clock)
    if (!subject || subject.hidden_at) return []
    const found = await lockCase(tx, subject, now)
    if (!(await hidesNow(tx, deps, found, now))) return []
    // The other dates would be hidden with it, and a moderator has decided about their words.
    if (subject.kind === 'session' && (await hasKept(tx, await listDatesToHide(tx, subject.id)))) return []
    const reason = (await findMainReason(tx, found.id)) ?? 'other'
    await putHidden(locked, subject, now, now)
    await caseHidden(tx, found, { reason, note: '', wasUnlisted: subject.is_unlisted }, null, now)
    const told = await tellAuthor(tx, deps, found)
    await recordAction(tx, null, { action: 'hide', ...auditOf(subject), after: { reason, by: 'reports' } }, now)
    return told
  })
  tellInboxes(deps, told)
}

export interface Verdict {
  decision: Decision
  reason: Reason | undefined
  note: string
}

/** Keeps, hides or deletes what someone else made. The same decision again changes nothing. */
export async function decide(
  deps: Dependencies,
  viewer: SignedIn,
  about: About,
  verdict: Verdict
): Promise<CaseStatus> {
  needModerator(viewer)
  const subject = await findSubject(deps.db, about.kind, about.id)
  if (!subject) {
    needOther(viewer, (await findOwnCase(deps.db, about)) ?? refuse({ kind: 'notFound' }))
    await closeDeleted(deps, viewer, about)
    return 'deleted'
  }
  if (verdict.decision === 'delete') {
    needOther(viewer, subject)
    await deleteSubject(deps, viewer, subject)
    return 'deleted'
  }
  const { status, told } = await withLock(deps, subject, async locked => {
    if (!locked.subject) return { status: 'deleted' as const, told: [] }
    needOther(viewer, locked.subject)
    return verdict.decision === 'hide'
      ? hide(deps, viewer, locked, locked.subject, verdict)
      : keep(deps, viewer, locked, locked.subject)
  })
  tellInboxes(deps, told)
  return status
}

/** @throws Refused 403 for a moderator who made it */
function needOther(viewer: SignedIn, { author_id }: Pick<Subject, 'author_id'>): void {
  const refusal = decideCheck(viewer, author_id)
  if (refusal) refuse(refusal)
}

type LockedThing = Parameters<typeof putHidden>[0]
interface Decided {
  status: CaseStatus
  told: string[]
}

async function hide(
  deps: Dependencies,
  viewer: SignedIn,
  locked: LockedThing,
  subject: FoundSubject,
  { reason, note }: Verdict
): Promise<Decided> {
  if (reason === undefined) return refuse(invalid('reason', 'Choose a reason.'))
  const { tx } = locked
  const now = dateAt(deps.clock)
  const top = await topOf(tx, subject)
  const found = await lockCase(tx, top, now)
  const isSame =
    found.status === 'hidden' &&
    found.reason === reason &&
    found.note === note &&
    !found.is_by_rule &&
    !found.is_of_removal
  if (isSame && found.waiting_since === null) return { status: 'hidden', told: [] }
  const wasUnlisted = subject.hidden_at ? found.was_unlisted : subject.is_unlisted
  if (!subject.hidden_at) await putHidden(locked, subject, now, now)
  await caseHidden(tx, found, { reason, note, wasUnlisted }, viewer, subject.hidden_at ?? now)
  await updateCase(tx, found.id, { decided_at: now })
  const told = [...(await tellReporters(tx, deps, found)), ...(await tellAuthor(tx, deps, found))]
  const action = found.asked_at && found.waiting_since ? 'review_again' : 'hide'
  await recordAction(tx, viewer, { action, ...auditOf(top), after: { hidden: true, reason } }, now)
  return { status: 'hidden', told }
}

async function keep(
  deps: Dependencies,
  viewer: SignedIn,
  locked: LockedThing,
  subject: FoundSubject
): Promise<Decided> {
  const { tx } = locked
  const now = dateAt(deps.clock)
  const top = await topOf(tx, subject)
  const known = await findCase(tx, top)
  if (!known && !subject.hidden_at) return refuse({ kind: 'notFound' })
  const found = await lockCase(tx, top, now)
  if (found.status === 'kept' && found.waiting_since === null) return { status: 'kept', told: [] }
  const isHidden = subject.hidden_at !== null
  // Items are shown by any of those that were hidden together, because their book may be gone.
  const shown = top.kind === 'session' ? { ...subject, id: top.id } : subject
  if (isHidden) await putHidden(locked, shown, null, now)
  await caseClosed(tx, found, 'kept', viewer, now)
  const told = [...(await tellReporters(tx, deps, found)), ...(isHidden ? await tellAuthor(tx, deps, found) : [])]
  const action = isHidden ? 'restore' : 'decide_report'
  await recordAction(tx, viewer, { action, ...auditOf(top), after: { hidden: false } }, now)
  return { status: 'kept', told }
}

/**
 * The thing whose takedown hides this one: the book of an item, a date of the same series, or itself. A date with reports
 * that wait is decided by itself.
 */
async function topOf(tx: Transaction, subject: FoundSubject): Promise<Subject> {
  if (subject.kind === 'session' && (await findOwnCase(tx, subject))?.waiting_since) return subject
  const found = subject.hidden_at ? await findCase(tx, subject) : null
  return found ? { ...subject, id: found.subject_id } : subject
}

async function deleteSubject(deps: Dependencies, viewer: SignedIn, subject: FoundSubject): Promise<void> {
  switch (subject.kind) {
    case 'message':
      return unsay(deps, viewer, subject.id)
    case 'post':
      return void (await deletePost(deps, viewer, subject.id))
    case 'item':
      return void (await deleteItem(deps, viewer, String(subject.id)))
    case 'picture':
      await deps.db.transaction(async tx => {
        if (subject.person_id !== null) await putFace(tx, subject.person_id, null)
        await recordAction(tx, viewer, { action: 'delete', ...auditOf(subject) }, dateAt(deps.clock))
      })
      return closeDeleted(deps, viewer, subject)
    default:
      refuse(invalid('decision', 'This can only be hidden.'))
  }
}

/** Why something is hidden. @throws Refused 404 for everyone but its author and moderators, and when it is not hidden */
export async function takedownOf({ db }: Dependencies, viewer: SignedIn, about: About): Promise<Takedown> {
  const { subject, found } = await getTakenDown(db, viewer, about)
  return toWireTakedown(viewer, subject, found)
}

/** The author asks for another look. They can do so once, and a second time changes nothing. */
export async function ask(deps: Dependencies, viewer: SignedIn, about: About, note: string): Promise<Takedown> {
  return deps.db.transaction(async tx => {
    const { subject, found: known } = await getTakenDown(tx, viewer, about)
    if (subject.author_id !== viewer.id) refuse({ kind: 'notFound' })
    const now = dateAt(deps.clock)
    const found = await lockCase(tx, { ...subject, id: known.subject_id }, now)
    if (found.status !== 'hidden') refuse({ kind: 'notFound' })
    if (found.is_by_rule) refuse({ kind: 'conflict', message: 'A moderator hasn’t looked at it yet.' })
    if (found.asked_at) return toWireTakedown(viewer, subject, found)
    const asked = { asked_at: now, asked_note: note }
    await updateCase(tx, found.id, { ...asked, waiting_since: found.waiting_since ?? now })
    return toWireTakedown(viewer, subject, { ...found, ...asked })
  })
}

async function getTakenDown(db: Transaction | Dependencies['db'], viewer: SignedIn, { kind, id }: About) {
  const subject = await findSubject(db, kind, id)
  if (!subject?.hidden_at || !maySee({ hidden_at: subject.hidden_at, user_id: subject.author_id }, viewer)) {
    return refuse({ kind: 'notFound' })
  }
  const found = (await findCase(db, subject)) ?? refuse({ kind: 'notFound' })
  return { subject, found }
}

function toWireTakedown(viewer: SignedIn, { author_id, text, hidden_at }: FoundSubject, found: CaseRow): Takedown {
  const { reason, note, is_by_rule, asked_at } = found
  return {
    reason: reason ?? 'other',
    note,
    is_by_rule: is_by_rule ? 1 : 0,
    hidden_at: (found.hidden_at ?? hidden_at ?? found.created_at).toISOString(),
    text: plainText(text, MOST_TEXT),
    asked_at: asked_at?.toISOString() ?? null,
    can_restore: decideCheck(viewer, author_id) ? 0 : 1,
    can_ask: viewer.id === author_id && !is_by_rule && !asked_at ? 1 : 0
  }
}
