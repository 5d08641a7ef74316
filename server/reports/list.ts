/** The list of reported and hidden things, as moderators see it. */
import { plainText } from '../../domain/lib/plain-text.ts'
import type { HiddenKind } from '../../domain/moderation/hidden.ts'
import type { ReportCase } from '../../domain/reports/api.ts'
import { addressOf, fileOf, type StoredType } from '../../domain/uploads/picture.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Slice } from '../lib/paging.ts'
import { type ListedCase, listCases } from './report-rows.ts'
import { type FoundSubject, listSubjects } from './subject-rows.ts'

/** Kinds that a moderator can also delete. */
const DELETABLE: readonly HiddenKind[] = ['message', 'post', 'item', 'picture']
/** How many characters of a text the list shows. */
const MOST_TEXT = 600

/** One page of cases, each with its thing as it is now. */
export async function listForModerators(
  { db }: Pick<Dependencies, 'db'>,
  isDecided: boolean,
  slice: Slice
): Promise<ReportCase[]> {
  const rows = await listCases(db, isDecided, slice)
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const subjects = new Map<HiddenKind, Map<number, FoundSubject>>()
  await Promise.all(
    [...byKind].map(async ([kind, some]) => {
      const ids = some.map(({ subject_id }) => subject_id)
      subjects.set(kind, await listSubjects(db, kind, ids))
    })
  )
  return rows.map(row => toWireCase(row, subjects.get(row.kind)?.get(row.subject_id) ?? null))
}

function toWireCase(row: ListedCase, subject: FoundSubject | null): ReportCase {
  const { kind, subject_id, status, author, path, reports_count, reasons, reason, note, is_by_rule } = row
  return {
    ...{ kind, subject_id, status, author, path, reports_count, reasons },
    title: subject?.title ?? '',
    text: plainText(subject?.text ?? '', MOST_TEXT),
    image: subject?.image ? addressOf(fileOf({ ...subject.image, type: subject.image.type as StoredType })) : null,
    can_delete: subject && DELETABLE.includes(kind) ? 1 : 0,
    comments: row.comments.map(one => ({ ...one, created_at: new Date(one.created_at).toISOString() })),
    waiting_since: row.waiting_since?.toISOString() ?? null,
    hidden: status === 'hidden' && reason ? { reason, note, is_by_rule: is_by_rule ? 1 : 0 } : null,
    is_of_removal: row.is_of_removal ? 1 : 0,
    asked: row.asked_at ? { note: row.asked_note, at: row.asked_at.toISOString() } : null,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decider
  }
}
