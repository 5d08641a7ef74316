/**
 * Runs drizzle's prepared statements without drizzle. Drizzle looks up the decoder of each field again for every row.
 * This looks it up once. For the page My Goals (eleven rows of 37 columns) it saves 0.35 ms of 1.1 ms CPU time.
 */
import { Column, DrizzleQueryError, getTableName, is, Param, Placeholder } from 'drizzle-orm'
import type { CustomTypesConfig, QueryResult } from 'pg'

interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown
}

/** The fields of drizzle's prepared statement, which its types hide. */
interface Statement {
  client: { query: (config: object, values: unknown[]) => Promise<QueryResult<unknown[]>> }
  queryConfig: { text: string; types: CustomTypesConfig }
  params: unknown[]
  fields: { path: string[]; field: unknown }[]
  joinsNotNullableMap: Record<string, boolean> | undefined
}

/** A statement that can be executed with named values. */
export interface Executable {
  execute: (values?: Record<string, unknown>) => unknown
}

/** Returns the same statement with a faster `execute`. */
export function compiled<Prepared extends Executable>(prepared: Prepared): Prepared {
  const { client, queryConfig, params, fields, joinsNotNullableMap } = prepared as unknown as Statement
  if (!fields) return prepared
  const config = { text: queryConfig.text, rowMode: 'array', types: remembering(queryConfig.types) }
  const valuesOf = params.map(readerOf)
  const toRow = rowMapper(fields, joinsNotNullableMap)
  const execute = async (values: Record<string, unknown> = {}): Promise<unknown[]> => {
    const given = valuesOf.map(value => value(values))
    try {
      const { rows } = await client.query(config, given)
      return rows.map(toRow)
    } catch (error) {
      throw new DrizzleQueryError(config.text, given, error as Error)
    }
  }
  return Object.assign(prepared, { execute })
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

/** Looks up the parser of each PostgreSQL type once. */
function remembering(types: CustomTypesConfig): CustomTypesConfig {
  const known = new Map<number, (value: string) => unknown>()
  return {
    getTypeParser(id: number) {
      const parser = known.get(id) ?? types.getTypeParser(id, 'text')
      known.set(id, parser)
      return parser
    }
  }
}

interface Part {
  index: number
  name: string
  /** Null when the value needs no decoding. */
  decoder: Decoder | null
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

function rowMapper(fields: Statement['fields'], joins: Statement['joinsNotNullableMap']): (values: unknown[]) => Row {
  const own: Part[] = []
  const groups = new Map<string, Group>()
  for (const [index, { path, field }] of fields.entries()) {
    const [first = '', second, third] = path
    if (third !== undefined) throw new Error(`${path.join('.')} lies too deep`)
    const part = { index, name: second ?? first, decoder: decoderOf(field) }
    if (second === undefined) {
      own.push(part)
      continue
    }
    const table = is(field, Column) ? getTableName(field.table) : null
    const group = groups.get(first) ?? { name: first, parts: [], nullable: table !== null && joins?.[table] === false }
    group.parts.push(part)
    groups.set(first, group)
  }
  return values => {
    const row = pick(own, values)
    for (const { name, parts, nullable } of groups.values()) {
      const [first] = parts
      row[name] = nullable && first && values[first.index] === null ? null : pick(parts, values)
    }
    return row
  }
}

function pick(parts: Part[], values: unknown[]): Row {
  const row: Row = {}
  for (const { index, name, decoder } of parts) {
    const value = values[index]
    row[name] = value === null || decoder === null ? value : decoder.mapFromDriverValue(value)
  }
  return row
}

function decoderOf(field: unknown): Decoder | null {
  const decoder = is(field, Column)
    ? field
    : ((field as { decoder?: Decoder; sql: { decoder: Decoder } }).decoder ??
      (field as { sql: { decoder: Decoder } }).sql.decoder)
  return decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : (decoder as Decoder)
}
