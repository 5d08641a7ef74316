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

/** The end of a statement. The limit is written out, so that a plan that is kept is one for a page. */
export function cut({ limit, offset }: Slice): SQL {
  return sql`limit ${sql.raw(String(limit))} ${offset === 0 ? sql`` : sql`offset ${offset}`}`
}

/** Only for a single id an index gives the rows in their order, so that a page is all that is read. */
export function isOneOf(column: SQL, ids: number[]): SQL {
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${sql.param(ids)}::bigint[])`
}
