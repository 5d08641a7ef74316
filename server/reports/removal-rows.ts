/** What a removal hides, as rows: the things of a person that are visible, and those that it hid. */
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { HIDDEN_KINDS, type HiddenKind } from '../../domain/moderation/hidden.ts'
import { hidesUntil, type RemovalState } from '../../domain/reports/removal.ts'
import { columnsToRead } from '../db/columns.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { findRow, lockRow } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { removals, reportCases } from '../db/schema/reports.ts'
import type { CaseRow } from '../moderation/case-rows.ts'

export type Removal = typeof removals.$inferSelect

export function findRemoval(db: Handle, userId: number): Promise<Removal | null> {
  return findRow(db, removals, eq(removals.user_id, userId))
}

/** Locks the removal. The account comes first, because the cases of its person refer to it. */
export async function lockRemoval(tx: Transaction, userId: number): Promise<Removal | null> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
  return lockRow(tx, removals, eq(removals.user_id, userId))
}

export async function putRemoval(tx: Transaction, removal: Removal): Promise<void> {
  const { user_id: _, ...change } = removal
  await tx.insert(removals).values(removal).onConflictDoUpdate({ target: removals.user_id, set: change })
}

/** Removals that have more to hide or to restore. */
export async function listUnfinished(db: Handle): Promise<Removal[]> {
  return db.select().from(removals).where(ne(removals.state, 'hidden')).orderBy(asc(removals.user_id))
}

/**
 * Forgets a removal that was undone, and the cases that only it made. Reports that waited before it wait again, because
 * the removal was their decision. The others count as decided.
 */
export async function forgetRemoval(tx: Transaction, { user_id, admin_id }: Removal, now: Date): Promise<void> {
  const isTheirs = and(eq(reportCases.author_id, user_id), reportCases.is_of_removal)
  await tx.delete(reportCases).where(and(isTheirs, eq(reportCases.reports_count, 0)))
  await tx
    .update(reportCases)
    .set({
      ...{ status: 'kept', reason: null, hidden_at: null, was_unlisted: false, is_of_removal: false },
      ...{ waiting_since: null, decided_at: now, decided_by: admin_id }
    })
    .where(and(isTheirs, isNull(reportCases.waited_since)))
  await tx
    .update(reportCases)
    .set({
      ...{ status: 'open', reason: null, hidden_at: null, was_unlisted: false, is_of_removal: false },
      ...{ waiting_since: sql`${reportCases.waited_since}`, waited_since: null, decided_at: null, decided_by: null }
    })
    .where(isTheirs)
  await tx.delete(removals).where(eq(removals.user_id, user_id))
}

/** Rows `t` of each kind: their tables, author and room, and whether they are still there. */
const ROWS: Record<HiddenKind, { from: string; author?: string; isThere?: string; room?: string }> = {
  message: { from: 'messages t', isThere: 't.deleted_at is null', room: 't.session_id' },
  post: { from: 'posts t', isThere: 't.deleted_at is null', room: 't.session_id' },
  session: { from: 'sessions t', isThere: 't.cancelled_at is null', room: 't.id' },
  activity: { from: 'activities t', isThere: 't.deleted_at is null' },
  programme: { from: 'programmes t', isThere: 't.deleted_at is null' },
  group: { from: 'groups t' },
  item: { from: 'items t join persons p on p.id = t.person_id', author: 'p.user_id' },
  person: { from: 'persons t' },
  picture: { from: 'uploads t' }
}

export const KINDS_IN_ROOMS = HIDDEN_KINDS.filter(kind => ROWS[kind].room !== undefined)
export const OTHER_KINDS = HIDDEN_KINDS.filter(kind => ROWS[kind].room === undefined)

/** The rows that a removal has yet to hide or to restore, as SQL with its person as $1 and a time as $2. */
function leftOf(kind: HiddenKind, state: RemovalState): string {
  const { from, author = 't.user_id', isThere = 'true' } = ROWS[kind]
  return state === 'restoring'
    ? `report_cases c join ${from} on t.id = c.subject_id where c.author_id = $1 and c.kind = '${kind}'
        and c.is_of_removal and t.hidden_at is not null and ${isThere} and $2::timestamptz is not null`
    : `${from} where ${author} = $1 and t.created_at < $2 and t.hidden_at is null and ${isThere}`
}

const paramsOf = ({ user_id, removed_at }: Removal): [number, Date] => [
  user_id,
  new Date(hidesUntil(removed_at.getTime()))
]

/** The rooms with something that is left to hide or to restore. */
export async function listRoomsLeft(db: Handle, removal: Removal): Promise<number[]> {
  const parts = KINDS_IN_ROOMS.map(kind => `select ${ROWS[kind].room} as id from ${leftOf(kind, removal.state)}`)
  const { rows } = await db.$client.query<{ id: string }>(
    `select id from (${parts.join(' union ')}) rooms order by id`,
    paramsOf(removal)
  )
  return rows.map(({ id }) => Number(id))
}

/** The things of one kind in one room, or in none, that are left to hide or to restore. */
export async function listLeft(
  tx: Transaction,
  removal: Removal,
  kind: HiddenKind,
  room: number | null
): Promise<number[]> {
  const inRoom = room === null ? '' : `and ${ROWS[kind].room} = ${Number(room)}`
  const { rows } = await tx.$client.query<{ id: string }>(
    `select t.id from ${leftOf(kind, removal.state)} ${inRoom} order by t.id`,
    paramsOf(removal)
  )
  return rows.map(({ id }) => Number(id))
}

/** Cases about these things that wait for a moderator, locked. */
export function lockWaiting(tx: Transaction, kind: HiddenKind, ids: number[]): Promise<CaseRow[]> {
  return tx
    .select(columnsToRead(reportCases))
    .from(reportCases)
    .where(
      sql`${reportCases.kind} = ${kind} and ${reportCases.subject_id} = any(${sql.param(ids)}::bigint[])
        and ${reportCases.waiting_since} is not null`
    )
    .orderBy(reportCases.id)
    .for('update')
}

/** Stores that the removal hides these things. Returns those that nothing else has hidden meanwhile. */
export async function putCases(
  tx: Transaction,
  { user_id, reason, admin_id }: Removal,
  kind: HiddenKind,
  ids: number[],
  now: Date
): Promise<number[]> {
  const unlisted = kind === 'session' || kind === 'activity' ? 't.unlisted' : 'false'
  const { rows } = await tx.$client.query<{ subject_id: string }>(
    `insert into report_cases (kind, subject_id, author_id, status, reason, hidden_at, was_unlisted, is_of_removal,
       decided_at, decided_by, created_at)
     select $1, t.id, $2::bigint, 'hidden', $3, $4::timestamptz, ${unlisted}, true, $4, $5::bigint, $4 from ${ROWS[kind].from}
     where t.id = any($6::bigint[]) order by t.id
     on conflict (kind, subject_id) do update set status = 'hidden', reason = excluded.reason, note = '',
       hidden_at = excluded.hidden_at, was_unlisted = excluded.was_unlisted, is_of_removal = true, is_by_rule = false,
       waited_since = coalesce(report_cases.waiting_since, report_cases.waited_since), waiting_since = null,
       decided_at = excluded.decided_at, decided_by = excluded.decided_by
     where report_cases.status <> 'hidden' or report_cases.is_of_removal
     returning subject_id`,
    [kind, user_id, reason, now, admin_id, ids]
  )
  return rows.map(({ subject_id }) => Number(subject_id))
}
