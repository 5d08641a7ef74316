import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { GoalStatus } from '../../domain/goals/goal.ts'
import type { Import } from '../../domain/import/api.ts'
import type { Database, Transaction } from '../db/database.ts'
import { goals } from '../db/schema/goals.ts'
import { imports } from '../db/schema/imports.ts'
import { logs } from '../db/schema/logs.ts'
import type { LogRow } from '../progress/log-rows.ts'

type ImportRow = typeof imports.$inferSelect

/** A list of more is no help. */
const MOST_IMPORTS = 20
const MOST_GOALS = 1000

/** The import of that name, made if it is not there, with its row locked: its parts and its undoing come one by one. */
export async function lockImport(
  tx: Transaction,
  row: Pick<ImportRow, 'user_id' | 'uuid' | 'file_name' | 'created_at'>
): Promise<ImportRow> {
  await tx
    .insert(imports)
    .values({ ...row, logs: 0 })
    .onConflictDoNothing()
  const [found] = await tx.select().from(imports).where(isMine(row.user_id, row.uuid)).for('update')
  if (!found) throw new Error('the import was not made')
  return found
}

export async function findImport(db: Database, userId: number, uuid: string): Promise<ImportRow | null> {
  const [row] = await db.select().from(imports).where(isMine(userId, uuid))
  return row ?? null
}

const isMine = (userId: number, uuid: string) => and(eq(imports.user_id, userId), eq(imports.uuid, uuid))

/** Mine that was not undone, with its row locked. */
export async function lockImportById(tx: Transaction, userId: number, id: number): Promise<ImportRow | null> {
  const [row] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.user_id, userId), isNull(imports.undone_at)))
    .for('update')
  return row ?? null
}

export async function countImported(tx: Transaction, id: number, count: number): Promise<ImportRow> {
  const [row] = await tx
    .update(imports)
    .set({ logs: sql`${imports.logs} + ${count}` })
    .where(eq(imports.id, id))
    .returning()
  if (!row) throw new Error('the import is gone')
  return row
}

/** Mine that have logs and were not undone, the newest first. */
export function listImports(db: Database, userId: number): Promise<ImportRow[]> {
  return db
    .select()
    .from(imports)
    .where(and(eq(imports.user_id, userId), isNull(imports.undone_at)))
    .orderBy(desc(imports.id))
    .limit(MOST_IMPORTS)
}

/** My open goals, the newest first. */
export function listOpenGoals(db: Database, userId: number): Promise<{ id: number; title: string }[]> {
  return db
    .select({ id: goals.id, title: goals.title })
    .from(goals)
    .where(and(eq(goals.user_id, userId), eq(goals.status, GoalStatus.Open), isNull(goals.deleted_at)))
    .orderBy(desc(goals.id))
    .limit(MOST_GOALS)
}

/** The goals of an import's logs. */
export async function listGoalsOf(tx: Transaction, importId: number): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: logs.goal_id })
    .from(logs)
    .where(and(eq(logs.import_id, importId), isNotNull(logs.goal_id), isNull(logs.deleted_at)))
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** Deletes the logs of an import that are still there, and returns them as they were. */
export async function deleteLogsOf(tx: Transaction, importId: number, now: Date): Promise<LogRow[]> {
  const isThere = and(eq(logs.import_id, importId), isNull(logs.deleted_at))
  const rows = await tx.select().from(logs).where(isThere).orderBy(logs.id).for('update')
  await tx.update(logs).set({ deleted_at: now, updated_at: now, due_at: null }).where(isThere)
  await tx.update(imports).set({ undone_at: now }).where(eq(imports.id, importId))
  return rows
}

export function toWireImport({ id, uuid, file_name, logs, created_at }: ImportRow): Import {
  return { id, uuid, file_name, logs, created_at: created_at.toISOString() }
}
