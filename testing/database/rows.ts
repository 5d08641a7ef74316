import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/database.ts'

/** The number of rows in each table, to show that a refused call has left none. */
export async function countRows(db: Database): Promise<Record<string, number>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  )
  const counts = tables.map(
    ({ name }) => sql`select ${name}::text as name, count(*)::int as count from ${sql.identifier(name)}`
  )
  const { rows } = await db.execute<{ name: string; count: number }>(sql.join(counts, sql` union all `))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
