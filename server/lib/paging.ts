/** Lists are cut in SQL: a page asks for one row more than it shows, which tells whether there is a next one (D-22). */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
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

/** Conditions of what a search lists, one after the other; no row has two of them. */
export interface Found {
  /** Each of these is in the indexes of the list. */
  inOrder: SQL[]
  /** Only the rows have `any`. Some of them have `whole` too, which is looked up in a third of the time. */
  rest: { any: SQL; whole: SQL } | null
}

interface Listed extends Found {
  /** Such as `sessions s where …`, with one of the conditions. */
  rows: (found: SQL) => SQL
  /** The name of a row, such as `s`. */
  row: SQL
  order: SQL
}

/** So many rows are looked at for a page, whether in the order of the list or in any order to be sorted. */
const LOOKED_AT = 1000

/**
 * Begins a statement with `hits`: one row with the `ids` of the page, and how many rows there are, up to 100. Each
 * condition is only asked for where those before it have too few for the page and the count. Where the rest is frequent,
 * its page is among the first rows of the list; where it is not, all of it is sorted. Should it be neither, because more
 * than 1,000 rows have it and the first 1,000 do not, then some 1,000 of it are sorted.
 */
export function withHits({ rows, inOrder, rest, row, order }: Listed, { limit, offset }: Slice): SQL {
  // A parameter only where it differs from page to page, as in `cut`.
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
    // Each of these is only read where none before it has a row.
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

/** Only for a single id an index gives the rows in their order, so that a page is all that is read. */
export function isOneOf(column: SQL, ids: number[]): SQL {
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${sql.param(ids)}::bigint[])`
}

/**
 * The same in a prepared statement, to which the ids are given as JSON under this name. Not `in (select ...)`: PostgreSQL
 * then expects a hundred ids, and reads all people of a room, or the goals of everybody, to find those of one.
 */
export function isOneOfGiven(column: SQLWrapper, name: string): SQL {
  return sql`${column} = any(array(select jsonb_array_elements(${sql.placeholder(name)}::jsonb)::bigint))`
}
