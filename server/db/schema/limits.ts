import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { checks, isNotNegative, when } from './columns.ts'

/**
 * What nodes that share a database count together (lib/limits/counter-rows.ts). It is not logged: after a crash of
 * PostgreSQL everything is counted anew.
 */
export const limitCounts = pgTable(
  'limit_counts',
  {
    /** What is counted, and whose it is. */
    key: text().primaryKey(),
    used: bigint({ mode: 'number' }).notNull(),
    most: bigint({ mode: 'number' }).notNull(),
    /** When it starts anew. */
    until: when().notNull()
  },
  table => checks('limit_counts', { used: isNotNegative(table.used), most: isNotNegative(table.most) })
)
