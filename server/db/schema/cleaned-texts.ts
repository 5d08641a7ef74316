import { pgTable, text } from 'drizzle-orm/pg-core'

/** By which rules stored rich text has been cleaned (lib/cleaned-text-rows.ts), by its table and column. */
export const cleanedTexts = pgTable('cleaned_texts', {
  place: text().primaryKey(),
  /** While it is being done, with the key of the last row. */
  rules: text().notNull()
})
