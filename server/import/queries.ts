import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { GoalStatus } from '../../domain/goals/goal.ts'
import type { Import } from '../../domain/import/api.ts'
import { COMPARED } from '../../domain/import/known.ts'
import type { Moved } from '../../domain/import/moving.ts'
import type { Day } from '../../domain/lib/day.ts'
import type { Database, Transaction } from '../db/database.ts'
import { findRow, insertIfNew, insertNew, lockRow, updateRows } from '../db/rows.ts'
import { goals } from '../db/schema/goals.ts'
import { imports } from '../db/schema/imports.ts'
import { logs } from '../db/schema/logs.ts'
import { notes } from '../db/schema/notes.ts'
import { goalReminders } from '../db/schema/reminders.ts'
import type { LogRow } from '../progress/log-rows.ts'

type ImportRow = typeof imports.$inferSelect

/** The page lists only the newest. */
const MOST_IMPORTS = 20
const MOST_GOALS = 1000

/** Locks the import with that uuid, or creates it, so that adding a part and undoing it cannot run at once. */
export async function lockImport(
  tx: Transaction,
  row: Pick<ImportRow, 'user_id' | 'uuid' | 'file_name' | 'created_at'> & { source?: string }
): Promise<ImportRow> {
  await insertIfNew(tx, imports, { ...row, logs: 0 })
  const [found] = await tx.select().from(imports).where(ownedBy(row.user_id, row.uuid)).for('update')
  if (!found) throw new Error('the import was not made')
  return found
}

export function findImport(db: Database, userId: number, uuid: string): Promise<ImportRow | null> {
  return findRow(db, imports, ownedBy(userId, uuid))
}

const ownedBy = (userId: number, uuid: string) => and(eq(imports.user_id, userId), eq(imports.uuid, uuid))

/** Locks the user's import; null if it was undone. */
export function lockImportById(tx: Transaction, userId: number, id: number): Promise<ImportRow | null> {
  return lockRow(tx, imports, and(eq(imports.id, id), eq(imports.user_id, userId), isNull(imports.undone_at)))
}

/** Adds to the numbers of logs and items of an import. */
export async function countImported(
  tx: Transaction,
  id: number,
  { logs = 0, items = 0 }: { logs?: number; items?: number }
): Promise<ImportRow> {
  const [row] = await tx
    .update(imports)
    .set({ logs: sql`${imports.logs} + ${logs}`, items: sql`${imports.items} + ${items}` })
    .where(eq(imports.id, id))
    .returning()
  if (!row) throw new Error('the import is gone')
  return row
}

/** The user's imports that were not undone, the newest first. */
export function listImports(db: Database, userId: number): Promise<ImportRow[]> {
  return db
    .select()
    .from(imports)
    .where(and(eq(imports.user_id, userId), isNull(imports.undone_at)))
    .orderBy(desc(imports.id))
    .limit(MOST_IMPORTS)
}

/** My open goals, the newest first. */
export function listOpenGoals(db: Database, userId: number): Promise<{ id: number; title: string; unit: string }[]> {
  return db
    .select({ id: goals.id, title: goals.title, unit: goals.unit })
    .from(goals)
    .where(and(eq(goals.user_id, userId), eq(goals.status, GoalStatus.Open), isNull(goals.deleted_at)))
    .orderBy(desc(goals.id))
    .limit(MOST_GOALS)
}

/** The goals of an import's logs, and the goals that were made for it. */
export async function listGoalsOf(tx: Transaction, importId: number): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: logs.goal_id })
    .from(logs)
    .where(and(eq(logs.import_id, importId), isNotNull(logs.goal_id), isNull(logs.deleted_at)))
    .union(tx.select({ id: goals.id }).from(goals).where(eq(goals.import_id, importId)))
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** Marks goals of the user as created by an import. */
export async function markCreatedGoals(
  tx: Transaction,
  userId: number,
  ids: number[],
  importId: number
): Promise<void> {
  if (ids.length === 0) return
  await updateRows(tx, goals, and(inArray(goals.id, ids), eq(goals.user_id, userId), isNull(goals.import_id)), {
    import_id: importId
  })
}

/** Deletes goals that were made for an import, unless they have changed, have logs or notes, or are attached to a session. */
export async function deleteUnusedGoals(tx: Transaction, { id, source }: ImportRow, now: Date): Promise<void> {
  const isUsed = sql`exists (select from ${logs} l where l.goal_id = ${goals.id} and l.deleted_at is null)
    or exists (select from ${notes} n where n.goal_id = ${goals.id} and n.deleted_at is null)`
  await updateRows(
    tx,
    goals,
    and(
      eq(goals.import_id, id),
      isNull(goals.deleted_at),
      isNull(goals.session_id),
      // A restored goal may have been completed in the other hut.
      source ? undefined : and(eq(goals.status, GoalStatus.Open), eq(goals.revision, 0)),
      sql`not (${isUsed})`
    ),
    // Without its key, a restored goal can be restored again.
    { deleted_at: now, updated_at: now, ...(source ? { request_key: null } : {}) }
  )
}

/** Deletes the notes that an import restored, with their words. */
export async function deleteMovedNotes(tx: Transaction, importId: number, now: Date): Promise<void> {
  await updateRows(tx, notes, and(eq(notes.import_id, importId), isNull(notes.deleted_at)), {
    ...{ title: '', content: '', todo: '', done: '' },
    ...{ deleted_at: now, updated_at: now, request_key: null }
  })
}

/** Restores goals that are not there yet. Returns how many. */
export function insertMovedGoals(tx: Transaction, rows: (typeof goals.$inferInsert)[]): Promise<number> {
  return insertNew(tx, goals, rows)
}

/** Restores notes that are not there yet. Returns how many. */
export function insertMovedNotes(tx: Transaction, rows: (typeof notes.$inferInsert)[]): Promise<number> {
  return insertNew(tx, notes, rows)
}

/** Adds the reminders of goals that have none. */
export function insertMovedReminders(tx: Transaction, rows: (typeof goalReminders.$inferInsert)[]): Promise<number> {
  return insertNew(tx, goalReminders, rows)
}

/** The restored goals that still exist, by their request key. @param importId only those of this import */
export async function findMovedGoals(
  tx: Transaction,
  userId: number,
  keys: string[],
  importId?: number
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .select({ id: goals.id, key: goals.request_key })
    .from(goals)
    .where(
      and(
        eq(goals.user_id, userId),
        inArray(goals.request_key, keys),
        isNull(goals.deleted_at),
        importId === undefined ? undefined : eq(goals.import_id, importId)
      )
    )
  return new Map(rows.flatMap(({ id, key }) => (key === null ? [] : [[key, id]])))
}

const MOVED_TABLES = { goals, logs, notes }

/** Which of these rows of the user are still here. */
export async function listIdsHere(
  tx: Transaction,
  section: Moved,
  userId: number,
  ids: number[]
): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ${MOVED_TABLES[section]} where user_id = ${userId} and id = any(${sql.param(ids)}::bigint[]) and deleted_at is null`
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The user's logs of these days, in the form that a file is compared with. Times are ISO texts, as in an export. */
export async function listLogsOnDays(db: Database, userId: number, days: readonly Day[]) {
  const rows = await db
    .select({
      at: logs.started_at,
      day: logs.day,
      goal: sql<string>`coalesce(${goals.title}, '')`,
      goal_id: logs.goal_id,
      action: sql<string>`coalesce(nullif(${logs.action}, ''), ${goals.action}, '')`,
      amount: logs.amount,
      distance: logs.distance,
      duration: sql<number>`floor(${logs.elapsed_duration})::int`,
      title: logs.title,
      content: sql<string>`left(${logs.content}, ${COMPARED})`
    })
    .from(logs)
    .leftJoin(goals, eq(goals.id, logs.goal_id))
    .where(
      and(eq(logs.user_id, userId), inArray(logs.day, [...days]), isNull(logs.deleted_at), isNotNull(logs.started_at))
    )
  return rows.map(row => ({ ...row, at: row.at?.toISOString() ?? null }))
}

/** Marks an import as undone and deletes its remaining logs. Returns them as they were. */
export async function undoImportRows(tx: Transaction, { id, source }: ImportRow, now: Date): Promise<LogRow[]> {
  const isLeft = and(eq(logs.import_id, id), isNull(logs.deleted_at))
  const rows = await tx.select().from(logs).where(isLeft).orderBy(logs.id).for('update')
  const gone = { deleted_at: now, updated_at: now, due_at: null, ...(source ? { request_key: null } : {}) }
  await tx.update(logs).set(gone).where(isLeft)
  await tx.update(imports).set({ undone_at: now }).where(eq(imports.id, id))
  return rows
}

export function toWireImport({ id, uuid, file_name, logs, items, created_at }: ImportRow): Import {
  return { id, uuid, file_name, logs, items, created_at: created_at.toISOString() }
}
