import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { checks, isNotNegative, when } from './columns.ts'

/** The newest daily backups of all nodes. A row appears when the backup is complete, also in the bucket. */
export const backups = pgTable(
  'backups',
  {
    /** The name of its file. */
    name: text().primaryKey(),
    bytes: bigint({ mode: 'number' }).notNull(),
    made_at: when().notNull()
  },
  table => checks('backups', { bytes: isNotNegative(table.bytes) })
)
