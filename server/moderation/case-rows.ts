/** The rows of `report_cases`: what was reported or hidden, and the last decision about it (D-148, D-149). */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { AuditSubject } from '../../domain/audit-log/entry.ts'
import type { HiddenKind, Reason } from '../../domain/moderation/hidden.ts'
import { columnsToRead, type RowToRead } from '../db/columns.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { findRow, hasRow, lockRow } from '../db/rows.ts'
import { reportCases, reports } from '../db/schema/reports.ts'

export type CaseRow = RowToRead<typeof reportCases>

/** Something of a person: the row of a message, a session and so on. */
export interface Subject {
  kind: HiddenKind
  id: number
  /** The account that made it. */
  author_id: number | null
}

/** The subjects of the audit log. A page is recorded under its account. */
const AUDITED: Record<HiddenKind, AuditSubject> = {
  message: 'message',
  post: 'post',
  item: 'item',
  picture: 'picture',
  session: 'session',
  activity: 'activity',
  programme: 'programme',
  group: 'group',
  person: 'user'
}

/** What an entry of the audit log about it names. */
export const auditOf = ({ kind, id, author_id }: Subject) => ({
  subject: AUDITED[kind],
  subjectId: kind === 'person' ? (author_id ?? id) : id
})

const isAbout = ({ kind, id }: Pick<Subject, 'kind' | 'id'>) =>
  and(eq(reportCases.kind, kind), eq(reportCases.subject_id, id))

/** A thing and the one that was hidden with it at the same time: a book of its person, or a date of its series. */
const HIDDEN_WITH: Partial<Record<HiddenKind, SQL>> = {
  item: sql`items i join items top on top.person_id = i.person_id and top.hidden_at = i.hidden_at`,
  session: sql`sessions i join sessions top on top.series_id = i.series_id and top.hidden_at = i.hidden_at`
}

/**
 * The case about something; null without reports and decisions. A thing that was hidden with another one shares its
 * case: an item with its book, and a date with another date of its series.
 */
export async function findCase(db: Handle, subject: Pick<Subject, 'kind' | 'id'>): Promise<CaseRow | null> {
  const found = await findOwnCase(db, subject)
  const hiddenWith = HIDDEN_WITH[subject.kind]
  if (hiddenWith === undefined || found?.status === 'hidden') return found
  const [row] = await db
    .select(columnsToRead(reportCases))
    .from(reportCases)
    .where(
      sql`${reportCases.kind} = ${subject.kind} and ${reportCases.status} = 'hidden' and ${reportCases.subject_id} in (
        select top.id from ${hiddenWith} where i.id = ${subject.id})`
    )
    .limit(1)
  return row ?? found
}

/** Whether other dates that are not cancelled were hidden with this one, so that they share its case. */
export function isShared(tx: Transaction, { kind, id }: Pick<Subject, 'kind' | 'id'>): Promise<boolean> {
  const others = sql`exists (select from sessions d join sessions o on o.series_id = d.series_id
    and o.hidden_at = d.hidden_at and o.id <> d.id and o.cancelled_at is null where d.id = ${id})`
  return hasRow(tx, reportCases, and(eq(reportCases.kind, 'session'), isAbout({ kind, id }), others))
}

/** The case about this very thing; null without reports and decisions. */
export function findOwnCase(db: Handle, subject: Pick<Subject, 'kind' | 'id'>): Promise<CaseRow | null> {
  return findRow(db, reportCases, isAbout(subject))
}

/** The locked case about something, which is made if there is none. */
export async function lockCase(tx: Transaction, { kind, id, author_id }: Subject, now: Date): Promise<CaseRow> {
  await tx.insert(reportCases).values({ kind, subject_id: id, author_id, created_at: now }).onConflictDoNothing()
  const row = await lockRow(tx, reportCases, isAbout({ kind, id }))
  if (!row) throw new Error(`the case about ${kind} ${id} is gone`)
  return row
}

export async function updateCase(
  tx: Transaction,
  id: number,
  change: Partial<typeof reportCases.$inferInsert>
): Promise<void> {
  await tx.update(reportCases).set(change).where(eq(reportCases.id, id))
}

interface Hiding {
  reason: Reason
  note: string
  wasUnlisted: boolean
}

/** Stores that something is hidden. @param by the moderator; null when reports hid it */
export async function caseHidden(
  tx: Transaction,
  { id }: CaseRow,
  { reason, note, wasUnlisted }: Hiding,
  by: { id: number } | null,
  now: Date
): Promise<void> {
  await updateCase(tx, id, {
    ...{ status: 'hidden', reason, note, hidden_at: now, was_unlisted: wasUnlisted, is_by_rule: by === null },
    ...{ is_of_removal: false, waited_since: null },
    ...(by ? { waiting_since: null, decided_at: now, decided_by: by.id } : {})
  })
}

/** Stores that a moderator agreed with a takedown. */
export async function confirmTakedown(tx: Transaction, { id }: CaseRow, by: { id: number }, now: Date): Promise<void> {
  await updateCase(tx, id, { is_by_rule: false, waiting_since: null, decided_at: now, decided_by: by.id })
}

/** Stores that a moderator decided that something stays, or that it is gone. */
export async function caseClosed(
  tx: Transaction,
  { id }: CaseRow,
  status: 'kept' | 'deleted',
  by: { id: number },
  now: Date
): Promise<void> {
  await updateCase(tx, id, {
    ...{ status, reason: null, note: '', hidden_at: null, is_by_rule: false, was_unlisted: false },
    ...{ is_of_removal: false, waited_since: null },
    ...{ waiting_since: null, decided_at: now, decided_by: by.id }
  })
}

/** The people who reported it since then. */
export async function listReportersSince(tx: Transaction, caseId: number, since: Date | null): Promise<number[]> {
  const rows = await tx
    .select({ id: reports.user_id })
    .from(reports)
    .where(and(eq(reports.case_id, caseId), since ? gt(reports.created_at, since) : undefined))
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}
