/** The rows of reports, and the list of cases for moderators. */
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Reason } from '../../domain/moderation/hidden.ts'
import type { Reporter } from '../../domain/reports/report.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { hasRow, insertIfNew } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { reportCases, reports } from '../db/schema/reports.ts'
import type { Slice } from '../lib/paging.ts'
import type { CaseRow } from '../moderation/case-rows.ts'
import { PLACE_OF_CASE } from '../moderation/place-rows.ts'

/** Returns whether it is the person's first report about it. */
export function insertReport(tx: Transaction, report: typeof reports.$inferInsert): Promise<boolean> {
  return insertIfNew(tx, reports, report)
}

/** How many visitors reported it, and whether one of them said the same. */
export async function findOfVisitors(
  tx: Transaction,
  caseId: number,
  same: { reason: Reason; comment: string }
): Promise<{ count: number; isSaid: boolean }> {
  const isSame = sql<boolean>`coalesce(bool_or(${reports.reason} = ${same.reason} and ${reports.comment} = ${same.comment}), false)`
  const [row] = await tx
    .select({ count: count(), isSaid: isSame })
    .from(reports)
    .where(and(eq(reports.case_id, caseId), isNull(reports.user_id)))
  return row ?? { count: 0, isSaid: false }
}

/** At most this many reports are looked at to find out how many count. */
const MOST_READ = 1000

/** The people who reported it, with what decides whether their reports count. */
export async function listReporters(tx: Transaction, caseId: number): Promise<Reporter[]> {
  const rows = await tx
    .select({
      id: users.id,
      created_at: users.created_at,
      reported_at: reports.created_at,
      suspended_until: users.suspended_until,
      erased_at: users.erased_at
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.user_id))
    .where(eq(reports.case_id, caseId))
    .orderBy(reports.id)
    .limit(MOST_READ)
  return rows.map(({ id, created_at, reported_at, suspended_until, erased_at }) => ({
    id,
    created_at: created_at.getTime(),
    reported_at: reported_at.getTime(),
    suspended_until: suspended_until?.getTime() ?? null,
    is_erased: erased_at !== null
  }))
}

/** The reason that most reports give. */
export async function findMainReason(tx: Transaction, caseId: number): Promise<Reason | null> {
  const [row] = await tx
    .select({ reason: reports.reason })
    .from(reports)
    .where(eq(reports.case_id, caseId))
    .groupBy(reports.reason)
    .orderBy(desc(count()), reports.reason)
    .limit(1)
  return row?.reason ?? null
}

/** Whether a moderator kept one of these sessions. */
export function hasKept(tx: Transaction, sessionIds: number[]): Promise<boolean> {
  const { kind, status, subject_id } = reportCases
  return hasRow(tx, reportCases, and(eq(kind, 'session'), eq(status, 'kept'), inArray(subject_id, sessionIds)))
}

export async function findAuthor(tx: Transaction, id: number | null): Promise<{ id: number; role_id: number } | null> {
  if (id === null) return null
  const [row] = await tx.select({ id: users.id, role_id: users.role_id }).from(users).where(eq(users.id, id))
  return row ?? null
}

export interface ListedCase
  extends Omit<CaseRow, 'author_id' | 'decided_by' | 'was_unlisted' | 'waited_since' | 'created_at'> {
  author: string | null
  decider: string | null
  path: string | null
  reasons: { reason: Reason; count: number }[]
  comments: { username: string | null; comment: string; created_at: string }[]
}

/** How many comments of reports the list shows. */
const MOST_COMMENTS = 5

/** Cases that wait for a moderator, the longest waiting first, or those that were decided, the last one first. */
export async function listCases(db: Database, isDecided: boolean, { limit, offset }: Slice): Promise<ListedCase[]> {
  const [where, order] = isDecided
    ? ['waiting_since is null and (not is_of_removal or reports_count > 0)', 'decided_at desc, id desc']
    : ['waiting_since is not null', 'waiting_since, id']
  const { rows } = await db.$client.query<ListedCase>(
    `select c.id::int, c.kind, c.subject_id::int, c.status, c.reports_count, c.waiting_since, c.reason, c.note,
       c.hidden_at, c.is_by_rule, c.is_of_removal, c.decided_at, c.asked_at, c.asked_note, ${PLACE_OF_CASE} as path,
       (select u.username from users u where u.id = c.author_id and u.erased_at is null) as author,
       (select u.username from users u where u.id = c.decided_by) as decider,
       (select coalesce(json_agg(json_build_object('reason', k.reason, 'count', k.count) order by k.count desc), '[]') from (
         select r.reason, count(*)::int from reports r where r.case_id = c.id group by r.reason) k) as reasons,
       (select coalesce(json_agg(json_build_object('username', k.username, 'comment', k.comment, 'created_at', k.created_at)
           order by k.id desc), '[]') from (
         select r.id, u.username, r.comment, r.created_at from reports r left join users u on u.id = r.user_id
         where r.case_id = c.id and r.comment <> '' order by r.id desc limit ${MOST_COMMENTS}) k) as comments
     from (select * from report_cases where ${where} order by ${order} limit $1 offset $2) c
     order by ${isDecided ? 'c.decided_at desc, c.id desc' : 'c.waiting_since, c.id'}`,
    [limit, offset]
  )
  return rows
}

/** Waiting cases are counted up to this number. */
const MOST_COUNTED = 100

/** How many cases wait for a moderator, counted up to 100. */
export async function countWaiting(db: Handle): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from (select from report_cases where waiting_since is not null limit ${MOST_COUNTED}) waiting`)
  return rows[0]?.count ?? 0
}
