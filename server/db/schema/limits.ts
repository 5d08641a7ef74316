import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { checks, isNotNegative, when } from './columns.ts'

/**
 * Counters that nodes share through the database (db/counter-rows.ts). The table is unlogged, so the counters
 * restart after a crash of PostgreSQL.
 */
export const limitCounts = pgTable(
  'limit_counts',
  {
    /** The counted action, and for whom. */
    key: text().primaryKey(),
    used: bigint({ mode: 'number' }).notNull(),
    most: bigint({ mode: 'number' }).notNull(),
    /** When the time of the counter ends. */
    until: when().notNull()
  },
  table => checks('limit_counts', { used: isNotNegative(table.used), most: isNotNegative(table.most) })
)
