import { pgTable, text } from 'drizzle-orm/pg-core'

/** The rules by which stored rich text was cleaned (texts/cleaned-text-rows.ts), by table and column. */
export const cleanedTexts = pgTable('cleaned_texts', {
  place: text().primaryKey(),
  /** While the cleaning runs, this also contains the key of the last cleaned row. */
  rules: text().notNull()
})
