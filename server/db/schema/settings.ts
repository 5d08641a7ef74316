import { jsonb, pgTable, smallint } from 'drizzle-orm/pg-core'
import type { HutSettings } from '../../../domain/settings/settings.ts'
import { revision } from './columns.ts'

/** What admins set in the browser, in one row. A missing setting has its default. */
export const hutSettings = pgTable('hut_settings', {
  id: smallint().primaryKey(),
  chosen: jsonb().$type<Partial<HutSettings>>().notNull(),
  revision: revision()
})
