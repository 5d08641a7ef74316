/** Lists are cut in SQL: a page asks for one row more than it shows, which tells whether there is a next one (D-22). */
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { pageNumber } from '../../domain/lib/fields.ts'

export interface Slice {
  limit: number
  offset: number
}

export function sliceOf(query: Record<string, unknown>, perPage: number): Slice {
  // `?page=1&page=2` is a list, which is unreadable like any other nonsense (API-08).
  const { data: page = 1 } = z.safeParse(pageNumber, query.page)
  return { limit: perPage + 1, offset: (page - 1) * perPage }
}

/**
 * The end of a statement. The limit is one number for all pages and written out: with a parameter PostgreSQL would plan
 * for a tenth of the table. The offset differs from page to page and is a parameter, so all pages after the first share
 * one text and one prepared statement.
 */
export function cut({ limit, offset }: Slice): SQL {
  return sql`limit ${sql.raw(String(limit))} ${offset === 0 ? sql`` : sql`offset ${offset}`}`
}

/** Lists say their length up to this number. */
const COUNTED = 100

/**
 * Begins a statement with `hits`: one row with the `ids` of the page, and how many rows there are, up to 100.
 * @param lists selects ids in the order of the list; it is read once, and no further than a page and a count need. A
 *   second one is listed after it, and only read where the first has too few.
 */
export function withHits([list, after]: SQL[], { limit, offset }: Slice): SQL {
  // A parameter only where it differs from page to page, as in `cut`.
  const last = offset + limit
  const most = last <= COUNTED ? sql.raw(String(COUNTED)) : sql`${last}`
  const first = sql`first as materialized (select array(${list} limit ${most}) as ids)`
  const rest = after && sql`case when cardinality(ids) < ${most} then array(${after} limit ${most}) end`
  return sql`with ${first}, listed as materialized (select ${rest ? sql`ids || ${rest}` : sql`ids`} as ids from first),
    hits as (select ids[${offset + 1}::int:${last}::int] as ids, least(cardinality(ids), ${sql.raw(String(COUNTED))}) as total from listed)`
}

/** Only for a single id an index gives the rows in their order, so that a page is all that is read. */
export function isOneOf(column: SQL, ids: number[]): SQL {
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${sql.param(ids)}::bigint[])`
}
