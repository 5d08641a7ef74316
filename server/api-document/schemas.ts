/**
 * Converts the schemas of the contracts to JSON Schema. A schema that several calls share becomes a named component.
 */
import * as z from 'zod/mini'
import { date, flag, link, responseDate, uuid } from '../../domain/lib/fields.ts'
import { NAMED, type Schema, SOCKET } from './named-schemas.ts'
import { type Json, tidied } from './tidy-schema.ts'

/** A schema, and the first part of the keys in WORDS that describe its fields if it has no name. */
export interface Given {
  schema: Schema
  owner: string
}

/** Converted schemas. */
export interface Converted {
  components: Record<string, Json>
  /** The JSON Schema of one of the given schemas; a `$ref` if it has a name. */
  of: (schema: Schema) => Json
}

/**
 * Converts schemas.
 * @param schemas the schemas of the operations
 * @param io input and output differ: in input a field with a default may be missing, and a flag may be a boolean
 */
export function convert(schemas: Iterable<Given>, io: 'input' | 'output'): Converted {
  const registry = z.registry<{ id: string }>()
  const names = new Map<Schema, string>()
  const owners = new Map<string, string>()
  const add = (schema: Schema, id: string): void => {
    registry.add(schema, { id })
    names.set(schema, id)
  }
  for (const [name, schema] of Object.entries(NAMED)) add(schema, io === 'input' ? `${name}Input` : name)
  for (const [name, schema] of Object.entries(SOCKET[io])) add(schema, name)
  const shared = names.size
  for (const { schema, owner } of schemas) {
    if (names.has(schema)) continue
    const id = `unnamed${names.size - shared}`
    add(schema, id)
    owners.set(id, owner)
  }

  const { schemas: made } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: id => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, shapeOf(zodSchema as unknown as Schema, io))
    }
  })
  const components: Record<string, Json> = {}
  const rest: Record<string, Json> = {}
  for (const [id, { $schema: _, $id: __, ...schema }] of Object.entries(made as Record<string, Json>)) {
    const owner = owners.get(id)
    ;(owner === undefined ? components : rest)[id] = tidied(schema, io, owner ?? id) as Json
  }
  return {
    components,
    of(schema) {
      const id = names.get(schema) ?? ''
      return rest[id] ?? { $ref: `#/components/schemas/${id}` }
    }
  }
}

const ANY_UUID = '^[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$'
const ANY_LINK = '^[hH][tT][tT][pP][sS]?://[^\\s]+$'

/** Adds what JSON Schema cannot see in our field types: hand-written checks and results of transformations. */
function shapeOf(schema: Schema, io: 'input' | 'output'): Json {
  if (schema === responseDate || schema === date) return { type: 'string', format: 'date-time' }
  // JSON Schema patterns have no flag for upper and lower case. Output may contain uuids of clients in another form, so
  // only input has the format.
  if (schema === uuid) return { pattern: ANY_UUID, ...(io === 'input' ? { format: 'uuid' } : {}) }
  if (link._zod.def.options.includes(schema as never) && 'checks' in schema._zod.def) return { pattern: ANY_LINK }
  if (schema === flag && io === 'output') return { enum: [0, 1] }
  return {}
}
