import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../server/db/database.ts'

/** Caches the statement: most tests use it twice, and the tables of a database don't change. */
const statements = new WeakMap<Database, Promise<SQL>>()

/** The number of rows in each table, to show that a refused call has left none. */
export async function countRows(db: Database): Promise<Record<string, number>> {
  const statement = statements.get(db) ?? makeStatement(db)
  statements.set(db, statement)
  const { rows } = await db.execute<{ name: string; count: number }>(await statement)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

async function makeStatement(db: Database): Promise<SQL> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  )
  const counts = tables.map(
    ({ name }) => sql`select ${name}::text as name, count(*)::int as count from ${sql.identifier(name)}`
  )
  return sql.join(counts, sql` union all `)
}

/** A digest of all rows of each table, to show that a call has changed none. */
export async function digestRows(db: Database): Promise<Record<string, string | null>> {
  const names = Object.keys(await countRows(db))
  const digests = names.map(
    name =>
      sql`select ${name}::text as name, md5(string_agg(t::text, ' ' order by t::text)) as digest from ${sql.identifier(name)} t`
  )
  const { rows } = await db.execute<{ name: string; digest: string | null }>(sql.join(digests, sql` union all `))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
