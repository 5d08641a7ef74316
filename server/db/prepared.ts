/** Builds a frequent query once for each database, which halves its CPU time (docs/decisions/0002). */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import { columnsToRead, type RowToRead } from './columns.ts'
import { compiled, type Executable } from './compiled.ts'
import type { Database, Transaction } from './database.ts'

/** Returns a function that gives the prepared statement for a database or a transaction. */
export function prepared<Handle extends Database | Transaction, Statement extends Executable>(
  build: (db: Handle) => Statement
): (db: Handle) => Statement {
  return onceEach((db: Handle) => compiled(build(db)))
}

/** Caches one value for each database or handle. */
export function onceEach<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return key => {
    const earlier = known.get(key)
    if (earlier) return earlier
    const value = make(key)
    known.set(key, value)
    return value
  }
}

const dialect = new PgDialect()

/** Returns the rows of raw SQL. Dates are `Date` objects, while drizzle's own `execute` leaves them as text. */
export async function selectRows<Row extends QueryResultRow>(db: Database, query: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  const { rows } = await db.$reads.query({ text }, params)
  return rows as unknown as Row[]
}

/**
 * Like `selectRows`, but PostgreSQL plans the query for its values each time. The best plan of a search depends on the
 * searched text.
 */
export async function selectRowsReplanned<Row extends QueryResultRow>(db: Database, query: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  const { rows } = await db.$client.query<Row>(text, params)
  return rows
}

/**
 * Inserts rows with the same columns and returns them complete, in order. The statement is built once for each set of
 * columns and number of rows.
 */
export function preparedInserts<Table extends PgTable>(
  table: Table
): (tx: Transaction, rows: Table['$inferInsert'][]) => Promise<RowToRead<Table>[]> {
  const columns = getTableColumns(table)
  const build = (tx: Transaction, names: string[], count: number) => {
    const rowOf = (_: unknown, index: number) =>
      Object.fromEntries(names.map(name => [name, sql`${sql.placeholder(`${name} ${index}`)}`]))
    const rows = Array.from({ length: count }, rowOf) as Table['$inferInsert'][]
    return compiled(tx.insert(table).values(rows).returning(columnsToRead(table)).prepare(''))
  }
  const statementsOf = onceEach<Transaction, Map<string, ReturnType<typeof build>>>(() => new Map())
  return async (tx, rows) => {
    const given = rows.map(row => Object.entries(row).filter(([, value]) => value !== undefined))
    const names = given[0]?.map(([name]) => name) ?? []
    if (given.some(row => row.length !== names.length)) throw new Error('rows of one insert have the same columns')
    const statements = statementsOf(tx)
    const form = `${rows.length} ${names.join()}`
    const statement = statements.get(form) ?? build(tx, names, rows.length)
    statements.set(form, statement)
    const values = given.flatMap((row, index) =>
      row.map(([name, value]) => [`${name} ${index}`, value === null ? null : columns[name]?.mapToDriverValue(value)])
    )
    return (await statement.execute(Object.fromEntries(values))) as RowToRead<Table>[]
  }
}

/** Inserts one row and returns it complete. */
export function preparedInsert<Table extends PgTable>(
  table: Table
): (tx: Transaction, row: Table['$inferInsert']) => Promise<RowToRead<Table>> {
  const insertRows = preparedInserts(table)
  return async (tx, row) => {
    const [inserted] = await insertRows(tx, [row])
    if (!inserted) throw new Error('the row was not inserted')
    return inserted
  }
}
