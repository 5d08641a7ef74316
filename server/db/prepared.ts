/** Builds a frequent query once for each database, which halves its CPU time (docs/decisions/0002). */
import { getTableColumns, getTableName, is, type Query, type SQL, sql } from 'drizzle-orm'
import { PgDialect, type PgSelectConfig, type PgSelectJoinConfig, PgTable } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import { columnsToRead, type RowToRead } from './columns.ts'
import { compiled, type Statement } from './compiled.ts'
import type { Database, Handle, Transaction } from './database.ts'

/** A select of drizzle, as far as this needs it. */
interface Select {
  readonly _: { readonly config: PgSelectConfig; readonly result: unknown[] }
  toSQL: () => Query
}

/** Returns a function that gives the statement for a database or a transaction. It builds it once for each. */
export function prepared<Db extends Handle, Built extends Select>(
  build: (db: Db) => Built
): (db: Db) => Statement<Built['_']['result'][number]> {
  return onceEach((db: Db) => {
    const query = build(db)
    const { fields, joins = [] } = query._.config
    return compiled(db, query, fields, new Set(joins.flatMap(join => leftTableOf(join))))
  })
}

function leftTableOf({ joinType, table }: PgSelectJoinConfig): string[] {
  if (joinType === 'full' || joinType === 'right') throw new Error(`a prepared statement has no ${joinType} join`)
  return joinType === 'left' && is(table, PgTable) ? [getTableName(table)] : []
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
    const fields = columnsToRead(table)
    return compiled<RowToRead<Table>>(tx, tx.insert(table).values(rows).returning(fields), fields)
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
    return statement.execute(Object.fromEntries(values))
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
