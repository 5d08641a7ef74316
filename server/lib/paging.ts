/** Cuts lists in SQL. A page reads one row more than it shows, which tells whether there is a next page (D-22). */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { pageNumber } from '../../domain/lib/fields.ts'

export interface Slice {
  limit: number
  offset: number
}

/** The limit and offset for the requested page. */
export function sliceOf(query: Record<string, unknown>, perPage: number): Slice {
  // `?page=1&page=2` is a list and counts as unreadable (API-08).
  const { data: page = 1 } = z.safeParse(pageNumber, query.page)
  return { limit: perPage + 1, offset: (page - 1) * perPage }
}

/**
 * The end of a list's statement. The limit is written as a number, because with a parameter PostgreSQL would plan for a
 * tenth of the table. The offset is a parameter, so all pages after the first share one prepared statement.
 */
export function cut({ limit, offset }: Slice): SQL {
  return sql`limit ${sql.raw(String(limit))} ${offset === 0 ? sql`` : sql`offset ${offset}`}`
}

/** Lists show their length up to this number. */
const COUNTED = 100

/** Conditions for the results of a search, in order. No row matches two of them. */
export interface Found {
  /** Conditions that an index of the list covers. */
  inOrder: SQL[]
  /** Rows of the rest match `any`. Some of them also match `whole`, which takes a third of the time to check. */
  rest: { any: SQL; whole: SQL } | null
}

interface Listed extends Found {
  /** The rows of the list with one of the conditions, such as `sessions s where …`. */
  rows: (found: SQL) => SQL
  /** The alias of a row, such as `s`. */
  row: SQL
  order: SQL
}

/** The most rows that are read for a page of the rest, whether in the order of the list or to be sorted. */
const LOOKED_AT = 1000

/**
 * Starts a statement with `hits`: one row with the `ids` of the page and the number of results, up to 100. Each
 * condition runs only if earlier ones gave too few rows. If the rest is frequent, its page is among the first rows of
 * the list. If it is rare, all its rows are sorted. In between, when more than 1,000 rows match and the first 1,000 of
 * the list do not, about 1,000 of its rows are sorted.
 */
export function withHits({ rows, inOrder, rest, row, order }: Listed, { limit, offset }: Slice): SQL {
  // A parameter only if it differs from page to page, as in `cut`.
  const atLeast = (usual: number): SQL => (last <= usual ? sql.raw(String(usual)) : sql`${last}`)
  const last = offset + limit
  const page = atLeast(limit)
  const [most, enough] = [atLeast(COUNTED), atLeast(LOOKED_AT)]
  const idsOf = (from: SQL, cut = sql``): SQL => sql`array(select ${row}.id from ${from} order by ${order} ${cut})`
  const steps = inOrder.map((found, at) => {
    const ids = idsOf(rows(found), sql`limit ${most}`)
    if (at === 0) return sql`step0 as materialized (select ${ids} as ids)`
    const [name, before] = [sql.raw(`step${at}`), sql.raw(`step${at - 1}`)]
    return sql`${name} as materialized (
      select ids || case when cardinality(ids) < ${most} then ${ids} end as ids from ${before})`
  })
  const best = sql.raw(`step${inOrder.length - 1}`)
  if (rest) {
    const some = (from: SQL, limit: SQL): SQL => sql`(select * from ${from} limit ${limit}) ${row}`
    const isFrequent = sql`(select count(*) from ${some(rows(rest.whole), most)}) = ${most}`
    const near = idsOf(
      sql`${some(sql`${rows(sql`true`)} order by ${order}`, enough)} where ${rest.any}`,
      sql`limit ${page}`
    )
    // Each of these runs only if those before it return no row.
    steps.push(
      sql`near as materialized (select ${near} as ids)`,
      sql`sorted as materialized (select ${idsOf(some(rows(rest.any), enough))} as ids)`,
      sql`rest as materialized (select * from (
        select ids, ${most} as count from near where cardinality(ids) = ${page} and ${isFrequent}
        union all select ids, cardinality(ids) from sorted where cardinality(ids) < ${enough}
        union all select ids, ${most} from near where cardinality(ids) = ${page}
        union all select ids, ${most} from sorted) tried where (select cardinality(ids) from ${best}) < ${most} limit 1)`,
      sql`listed as materialized (
        select ${best}.ids || rest.ids as ids, cardinality(${best}.ids) + coalesce(rest.count, 0) as total
        from ${best} left join rest on true)`
    )
  } else steps.push(sql`listed as materialized (select ids, cardinality(ids) as total from ${best})`)
  return sql`with ${sql.join(steps, sql`, `)},
    hits as (select ids[${offset + 1}::int:${last}::int] as ids, least(total, ${sql.raw(String(COUNTED))}) as total from listed)`
}

/**
 * A condition that a column has one of some ids. With a single id an index returns the rows in order, so only the page
 * is read.
 */
export function isOneOf(column: SQL, ids: number[]): SQL {
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${sql.param(ids)}::bigint[])`
}

/**
 * The same condition in a prepared statement, which gets the ids as JSON under a name. With `in (select ...)`,
 * PostgreSQL would expect a hundred ids and read far too many rows.
 */
export function isOneOfGiven(column: SQLWrapper, name: string): SQL {
  return sql`${column} = any(array(select jsonb_array_elements(${sql.placeholder(name)}::jsonb)::bigint))`
}
