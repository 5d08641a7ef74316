/** Short forms of queries about the rows of one table. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { columnsToRead, type RowToRead } from './columns.ts'
import type { Handle, Transaction } from './database.ts'

type Condition = SQL | undefined

const select = (db: Handle, table: PgTable, where: Condition) =>
  db
    .select(columnsToRead(table) as Record<string, PgColumn>)
    .from(table)
    .where(where)

/** Returns the row that matches, or null. */
export async function findRow<Table extends PgTable>(
  db: Handle,
  table: Table,
  where: Condition
): Promise<RowToRead<Table> | null> {
  const [row] = await select(db, table, where)
  return (row as RowToRead<Table> | undefined) ?? null
}

/**
 * Like `findRow`, and locks the row until the transaction ends.
 * @param strength "no key update" lets others meanwhile store rows that refer to this one
 */
export async function lockRow<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  where: Condition,
  strength: 'update' | 'no key update' = 'update'
): Promise<RowToRead<Table> | null> {
  const [row] = await select(tx, table, where).for(strength)
  return (row as RowToRead<Table> | undefined) ?? null
}

/** Whether a row matches. */
export async function hasRow(db: Handle, table: PgTable, where: Condition): Promise<boolean> {
  const rows = await db.select({ found: sql`1` }).from(table).where(where).limit(1)
  return rows.length > 0
}

/** Inserts a row. Returns false when a row with its key exists. */
export async function insertIfNew<Table extends PgTable>(
  db: Handle,
  table: Table,
  row: PgInsertValue<Table>
): Promise<boolean> {
  const { rowCount } = await db.insert(table).values(row).onConflictDoNothing()
  return rowCount === 1
}

/** Inserts the rows that no unique index refuses. Returns how many. */
export async function insertNew<Table extends PgTable>(
  db: Handle,
  table: Table,
  rows: PgInsertValue<Table>[]
): Promise<number> {
  if (rows.length === 0) return 0
  const { rowCount } = await db.insert(table).values(rows).onConflictDoNothing()
  return rowCount ?? 0
}

/** Changes the rows that match. Returns whether there is one. */
export async function updateRows<Table extends PgTable>(
  db: Handle,
  table: Table,
  where: Condition,
  change: PgUpdateSetSource<Table>
): Promise<boolean> {
  const { rowCount } = await db.update(table).set(change).where(where)
  return rowCount !== 0
}

/** Deletes the rows that match. Returns whether there was one. */
export async function deleteRows(db: Handle, table: PgTable, where: Condition): Promise<boolean> {
  const { rowCount } = await db.delete(table).where(where)
  return rowCount !== 0
}

/** Returns a function that finds the row that a person's call with this key has made (`lib/idempotency.ts`). */
export function finderByKey<Table extends PgTable & { user_id: PgColumn; request_key: PgColumn }>(table: Table) {
  return (db: Handle, userId: number, key: string) =>
    findRow(db, table, and(eq(table.user_id, userId), eq(table.request_key, key)))
}

/** Returns a function that changes the row with an id. */
export function updaterOf<Table extends PgTable & { id: PgColumn }>(table: Table) {
  return async (db: Handle, id: number, change: PgUpdateSetSource<Table>): Promise<void> => {
    await updateRows(db, table, eq(table.id, id), change)
  }
}
