/** Tells people what moderators decided. Functions with a transaction return the people for `tellInboxes` after it. */
import { decideCheck } from '../../domain/reports/report.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import {
  auditOf,
  type CaseRow,
  caseClosed,
  confirmTakedown,
  findOwnCase,
  isShared,
  listReportersSince,
  lockCase,
  type Subject
} from '../moderation/case-rows.ts'
import { remind } from './reminder-rows.ts'

/** Tells the people who reported it since the last decision. */
export async function tellReporters(tx: Transaction, deps: Dependencies, found: CaseRow): Promise<string[]> {
  const people = await listReportersSince(tx, found.id, found.decided_at)
  const to = people.filter(id => id !== found.author_id)
  return remind(tx, deps, { kind: 'report_decided', to, sessionId: null, caseId: found.id, at: deps.clock.now() })
}

/** Tells the author that it was hidden or put back. */
export async function tellAuthor(tx: Transaction, deps: Dependencies, { id, author_id }: CaseRow): Promise<string[]> {
  const to = author_id === null ? [] : [author_id]
  return remind(tx, deps, { kind: 'content_decided', to, sessionId: null, caseId: id, at: deps.clock.now() })
}

/**
 * Closes the reports about something that is deleted, if the viewer may decide about it. Call it after the transaction
 * that deletes: some deletions lock the thing first, and some decisions the case. After a crash in between, the reports
 * wait until a moderator closes them.
 */
export async function closeDeleted(
  deps: Dependencies,
  viewer: SignedIn,
  about: Pick<Subject, 'kind' | 'id'>
): Promise<void> {
  if (decideCheck(viewer, null)) return
  const told = await deps.db.transaction(async tx => {
    const known = await findOwnCase(tx, about)
    if (!known || decideCheck(viewer, known.author_id)) return []
    const now = dateAt(deps.clock)
    const subject = { ...about, author_id: known.author_id }
    const found = await lockCase(tx, subject, now)
    const keepsTakedown = found.status === 'hidden' && (await isShared(tx, about))
    if ((found.status === 'deleted' || keepsTakedown) && found.waiting_since === null) return []
    if (keepsTakedown) await confirmTakedown(tx, found, viewer, now)
    else await caseClosed(tx, found, 'deleted', viewer, now)
    const told = await tellReporters(tx, deps, found)
    await recordAction(tx, viewer, { action: 'decide_report', ...auditOf(subject), after: { gone: true } }, now)
    return told
  })
  tellInboxes(deps, told)
}
