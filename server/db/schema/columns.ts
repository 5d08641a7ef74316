/**
 * What the tables are made of. Each file of this folder has the tables of one feature: `sessions` are timed group sessions; being logged in is a row of `logins`. Flags are booleans here and
 * 0/1 on the wire, durations are whole seconds, dates are `timestamptz`. The running totals (`*_done`) hold what
 * `contribution` in domain/logs/log.ts returns. ../README.md says how to change the schema.
 *
 * A descending index needs `nullsFirst()`, because that is what `order by … desc` means to PostgreSQL. Drizzle's bare
 * `desc()` puts nulls last, and none of our queries can use such an index.
 *
 * PostgreSQL evaluates every CHECK of a table on each update of a row, also when the column has not changed. So there
 * is no CHECK on large JSON: it would be read on each event of a room. Plans are checked by domain/activities/stored-plan.ts.
 *
 * A foreign key without `onDelete` refuses to delete a row that is still in use. The app never deletes a user's row: who is
 * deleted keeps it without a name (docs/decisions/0026).
 */
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, customType, integer, text, timestamp } from 'drizzle-orm/pg-core'
import { MONTH } from '../../../domain/lib/duration.ts'
import { MAX_QUANTITY } from '../../../domain/lib/fields.ts'

/** Text that compares without regard to case. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const ref = () => bigint({ mode: 'number' })
export const when = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => when().notNull()
/** The `Idempotency-Key` of the call that made it, and a digest of what was sent (`lib/idempotency.ts`). */
export const requestKey = () => ({ request_key: text(), request_digest: text() })
/** How often what its form holds was changed: a save that started from an older state is told (D-140). */
export const revision = () => integer().notNull().default(0)
/**
 * All that a search finds a row by, in one column, so that one look into its index finds what has each word somewhere:
 * the parts of the titles' words, the words of the description (the parser of PostgreSQL skips the tags of rich text),
 * and as `#t1` and `#g1` the ids of its category and its group, whose titles may change.
 */
export const allWords = (titles: SQL, ids?: SQL) => {
  const content = sql`strip(to_tsvector('simple'::regconfig, left(content, 100000)))`
  const named = ids ? sql` || array_to_tsvector(array_remove(${ids}, null))` : sql``
  return tsvector().generatedAlwaysAs(sql`${content} || array_to_tsvector(parts_of(${titles}))${named}`)
}
/** One CHECK a rule, named `<table>_<rule>`. */
export const checks = (table: string, rules: Record<string, SQL>) =>
  Object.entries(rules).map(([name, rule]) => check(`${table}_${name}`, rule))
// Written out: a CHECK cannot have parameters.
const literal = (value: string | number) => (typeof value === 'number' ? String(value) : `'${value}'`)
export const isOneOf = (column: AnyPgColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} in (${sql.raw(values.map(literal).join(', '))})`
export const isWithin = (column: AnyPgColumn, least: number, most: number): SQL =>
  sql`${column} between ${sql.raw(literal(least))} and ${sql.raw(literal(most))}`
export const isNotEmpty = (column: AnyPgColumn): SQL => sql`${column} <> ''`
export const isNotNegative = (column: AnyPgColumn): SQL => sql`${column} >= 0`
export const isDuration = (column: AnyPgColumn): SQL => isWithin(column, 0, MONTH)
/** NaN and infinity are outside too. */
export const isQuantity = (column: AnyPgColumn): SQL => isWithin(column, 0, MAX_QUANTITY)
/** A sum of fractions that were added and taken away again can end a little below zero. */
export const isSum = (column: AnyPgColumn): SQL => sql`${column} > -1`
