/**
 * A prepared statement of drizzle that runs without drizzle. For each column of each row drizzle looks up what kind of
 * field it is; here that is looked up once. My Goals, eleven rows of 37 columns: 0.35 ms of 1.1 ms of CPU.
 */
import { Column, DrizzleQueryError, getTableName, is, Param, Placeholder } from 'drizzle-orm'
import type { CustomTypesConfig, QueryResult } from 'pg'

interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown
}

/** What drizzle keeps of a statement; its types hide it. */
interface Statement {
  client: { query: (config: object, values: unknown[]) => Promise<QueryResult<unknown[]>> }
  queryConfig: { text: string; types: CustomTypesConfig }
  params: unknown[]
  fields: { path: string[]; field: unknown }[]
  joinsNotNullableMap: Record<string, boolean> | undefined
}

export interface Executable {
  execute: (values?: Record<string, unknown>) => unknown
}

/** The same statement; its `execute` alone is another. */
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

/** How each type is read, asked of drizzle once. */
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
  /** null where the driver's value is the column's. */
  decoder: Decoder | null
}

/** A table or another group of columns under one name. */
interface Group {
  name: string
  parts: Part[]
  /** Of a left join: null where its first column is, which is never null in a row that is there. */
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
