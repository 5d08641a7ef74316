import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** Only searches use these columns, and they may be as long as the description. */
type ForSearches = 'searched' | 'words'

/** A row without the columns that only searches use. */
export type RowToRead<Table extends PgTable> = Omit<Table['$inferSelect'], ForSearches>

/** The columns of a row without those that only searches use. */
export function columnsToRead<Table extends PgTable>(table: Table): Omit<Table['_']['columns'], ForSearches> {
  const columns: Record<string, unknown> = { ...getTableColumns(table) }
  delete columns.searched
  delete columns.words
  return columns as Table['_']['columns']
}
