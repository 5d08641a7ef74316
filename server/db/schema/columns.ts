/**
 * Column types and checks for the tables. Each file in this folder has the tables of one feature. `sessions` are timed
 * group sessions; a login is a row of `logins`. Flags are booleans here and 0/1 in the API. Durations are whole
 * seconds, and dates are `timestamptz`. The running totals (`*_done`) hold the results of `contribution` in
 * domain/logs/log.ts. ../README.md says how to change the schema.
 *
 * A descending index needs `nullsFirst()`, because that is what `order by … desc` means to PostgreSQL. Drizzle's bare
 * `desc()` puts nulls last, and none of our queries can use such an index.
 *
 * PostgreSQL evaluates every CHECK of a table on each update of a row, even if the column has not changed. So large
 * JSON has no CHECK. It would be read at each event of a room. domain/activities/stored-plan.ts checks plans.
 *
 * A foreign key without `onDelete` refuses to delete a row in use. The app never deletes a user's row: a deleted person
 * keeps the row without a name (docs/decisions/0026).
 */
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, customType, index, integer, text, timestamp } from 'drizzle-orm/pg-core'
import { MONTH } from '../../../domain/lib/duration.ts'
import { MAX_QUANTITY } from '../../../domain/lib/fields.ts'

/** Text that compares without regard to case. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const ref = () => bigint({ mode: 'number' })
/** A reference to a row that this one is deleted with. */
export const partOf = (column: () => AnyPgColumn) => ref().notNull().references(column, { onDelete: 'cascade' })
/** A reference to a row that nobody can delete while this one exists. */
export const needs = (column: () => AnyPgColumn) => ref().notNull().references(column)
export const when = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => when().notNull()
/** The `Idempotency-Key` of the call that created the row, and a digest of the call (`lib/idempotency.ts`). */
export const requestKey = () => ({ request_key: text(), request_digest: text() })
/** Counts the changes of the form's fields, so that a save from an older state is refused (D-140). */
export const revision = () => integer().notNull().default(0)
/**
 * All words by which a search finds a row, in one column, so that one index search finds a row that has each word
 * somewhere. It contains the parts of the titles' words and the words of the description (PostgreSQL's parser skips the
 * tags of rich text). The ids of the category and the group are words such as `#t1` and `#g1`, because their titles may
 * change.
 */
export const allWords = (titles: SQL, ids?: SQL) => {
  const content = sql`strip(to_tsvector('simple'::regconfig, left(content, 100000)))`
  const named = ids ? sql` || array_to_tsvector(array_remove(${ids}, null))` : sql``
  return tsvector().generatedAlwaysAs(sql`${content} || array_to_tsvector(parts_of(${titles}))${named}`)
}
/** One CHECK per rule, named `<table>_<rule>`. */
export const checks = (table: string, rules: Record<string, SQL>) =>
  Object.entries(rules).map(([name, rule]) => check(`${table}_${name}`, rule))
// As text, because a CHECK cannot have parameters.
const literal = (value: string | number) => (typeof value === 'number' ? String(value) : `'${value}'`)
export const isOneOf = (column: AnyPgColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} in (${sql.raw(values.map(literal).join(', '))})`
export const isWithin = (column: AnyPgColumn, least: number, most: number): SQL =>
  sql`${column} between ${sql.raw(literal(least))} and ${sql.raw(literal(most))}`
export const isNotEmpty = (column: AnyPgColumn): SQL => sql`${column} <> ''`
export const isNotNegative = (column: AnyPgColumn): SQL => sql`${column} >= 0`
export const isDuration = (column: AnyPgColumn): SQL => isWithin(column, 0, MONTH)
/** Excludes NaN and infinity too. */
export const isQuantity = (column: AnyPgColumn): SQL => isWithin(column, 0, MAX_QUANTITY)
/** A sum of added and subtracted fractions may end slightly below zero. */
export const isSum = (column: AnyPgColumn): SQL => sql`${column} > -1`
/** What moderators hid, the newest first. */
export const hiddenIndex = (name: string, table: Record<'id' | 'hidden_at', AnyPgColumn>) =>
  index(`${name}_hidden`).on(sql`${table.id} desc`).where(sql`${table.hidden_at} is not null`)
