import { bigint, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { HutSettings } from '../../../domain/settings/settings.ts'
import { checks, isNotNegative, revision, when } from './columns.ts'

/** What admins set in the browser, in one row. A missing setting has its default. */
export const hutSettings = pgTable('hut_settings', {
  id: smallint().primaryKey(),
  chosen: jsonb().$type<Partial<HutSettings>>().notNull(),
  revision: revision()
})

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

/** The rules by which stored rich text was cleaned (texts/cleaned-text-rows.ts), by table and column. */
export const cleanedTexts = pgTable('cleaned_texts', {
  place: text().primaryKey(),
  /** While the cleaning runs, this also contains the key of the last cleaned row. */
  rules: text().notNull()
})
