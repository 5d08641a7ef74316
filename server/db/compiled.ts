/**
 * Builds a statement of drizzle once and runs it without drizzle, which looks up the decoder of each field again for
 * every row. `npm run bench -- statements` compares both.
 */
import {
  Column,
  DrizzleQueryError,
  getTableColumns,
  getTableName,
  is,
  Param,
  Placeholder,
  type Query
} from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { type CustomTypesConfig, types } from 'pg'
import type { Handle } from './database.ts'

/** A statement that can be executed with named values. */
export interface Statement<Row> {
  execute: (values?: Record<string, unknown>) => Promise<Row[]>
}

/** The fields of a `select` or a `returning`: columns, raw SQL, tables, or groups of these. */
export type Fields = Record<string, unknown>

/**
 * Returns a statement that returns rows of these fields. Columns are decoded as drizzle does it. The value of raw SQL
 * stays as `pg` returns it, so `mapWith` has no effect.
 * @param leftJoined the names of the tables that may have no row. Their group is null then
 */
export function compiled<Row>(
  db: Handle,
  query: { toSQL: () => Query },
  fields: Fields,
  leftJoined: ReadonlySet<string> = new Set()
): Statement<Row> {
  const { sql: text, params } = query.toSQL()
  const config = { text, rowMode: 'array' as const, types: parsers() }
  const valuesOf = params.map(readerOf)
  const toRow = rowMapper(fields, leftJoined)
  const client = '$reads' in db ? db.$reads : db.$client
  return {
    async execute(values = {}) {
      const given = valuesOf.map(value => value(values))
      try {
        const { rows } = await client.query(config, given)
        return rows.map(toRow) as Row[]
      } catch (error) {
        throw new DrizzleQueryError(text, given, error as Error)
      }
    }
  }
}

function readerOf(param: unknown): (values: Record<string, unknown>) => unknown {
  if (is(param, Placeholder)) return values => values[param.name]
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder } = param
    const { name } = param.value
    return values => encoder.mapToDriverValue(values[name])
  }
  return () => param
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = types.builtins
/** The types that drizzle's columns decode from text. The numbers are arrays of numbers, dates, times and intervals. */
const AS_TEXT: ReadonlySet<number> = new Set([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1231, 1115, 1185, 1187, 1182])

/** Looks up the parser of each PostgreSQL type once. */
function parsers(): CustomTypesConfig {
  const known = new Map<number, (value: string) => unknown>()
  return {
    getTypeParser(id: number) {
      const parser = known.get(id) ?? (AS_TEXT.has(id) ? (value: string) => value : types.getTypeParser(id, 'text'))
      known.set(id, parser)
      return parser
    }
  }
}

interface Part {
  index: number
  name: string
  /** Null when the value needs no decoding. */
  decoder: Column | null
}

/** A table or another group of columns under one name. */
interface Group {
  name: string
  parts: Part[]
  /**
   * The group comes from a left join. It is null when its first column is, because that column is never null in an
   * existing row.
   */
  nullable: boolean
}

type Row = Record<string, unknown>

function rowMapper(fields: Fields, leftJoined: ReadonlySet<string>): (values: unknown[]) => Row {
  const own: Part[] = []
  const groups: Group[] = []
  let index = 0
  const partOf = (name: string, field: unknown): Part => ({ index: index++, name, decoder: decoderOf(field) })
  for (const [name, field] of Object.entries(fields)) {
    const inner = innerOf(field)
    if (inner === null) {
      own.push(partOf(name, field))
      continue
    }
    const [first] = Object.values(inner)
    const parts = Object.entries(inner).map(([key, part]) => {
      if (innerOf(part) !== null) throw new Error(`${name}.${key} lies too deep`)
      return partOf(key, part)
    })
    groups.push({ name, parts, nullable: is(first, Column) && leftJoined.has(getTableName(first.table)) })
  }
  return values => {
    const row = pick(own, values)
    for (const { name, parts, nullable } of groups) {
      const [first] = parts
      row[name] = nullable && first && values[first.index] === null ? null : pick(parts, values)
    }
    return row
  }
}

/** The fields of a table or a group; null for a column and for raw SQL. */
function innerOf(field: unknown): Fields | null {
  if (is(field, PgTable)) return getTableColumns(field)
  return typeof field === 'object' && field !== null && Object.getPrototypeOf(field) === Object.prototype
    ? (field as Fields)
    : null
}

function pick(parts: Part[], values: unknown[]): Row {
  const row: Row = {}
  for (const { index, name, decoder } of parts) {
    const value = values[index]
    row[name] = value === null || decoder === null ? value : decoder.mapFromDriverValue(value)
  }
  return row
}

function decoderOf(field: unknown): Column | null {
  return is(field, Column) && field.mapFromDriverValue !== Column.prototype.mapFromDriverValue ? field : null
}
