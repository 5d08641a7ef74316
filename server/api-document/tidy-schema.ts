/** Makes JSON Schema shorter, and adds the descriptions of fields. */
import { WORDS } from './words.ts'

export type Json = { [key: string]: unknown }

/** Keywords whose values are schemas by name. */
const BY_NAME = ['properties', '$defs']

/** Adds descriptions to fields, and shortens records with known keys, "or null" and whole numbers. */
export function tidied(given: unknown, io: 'input' | 'output', owner: string): unknown {
  if (Array.isArray(given)) return given.map(item => tidied(item, io, owner))
  if (typeof given !== 'object' || given === null) return given
  const value = withKeys(given as Json)
  const schema: Json = {}
  for (const [key, inner] of Object.entries(value)) {
    if (!BY_NAME.includes(key)) schema[key] = tidied(inner, io, owner)
    else {
      const fields = Object.entries(inner as Record<string, Json>).map(([name, field]) => [
        name,
        describedAs(name, owner, tidied(field, io, owner) as Json)
      ])
      schema[key] = Object.fromEntries(fields)
    }
  }
  if (Array.isArray(schema.enum) && schema.enum.every(Number.isInteger)) schema.type = 'integer'
  if (Number.isInteger(schema.const)) schema.type = 'integer'
  // Readers expect these limits of JavaScript numbers anyway.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER && io === 'output') delete schema.maximum
  return orNull(schema)
}

/** Turns a record with known keys into an ordinary object. */
function withKeys({ propertyNames, ...schema }: Json): Json {
  const names = (propertyNames as Json | undefined)?.enum
  if (!Array.isArray(names)) return propertyNames === undefined ? schema : { propertyNames, ...schema }
  const { additionalProperties, ...rest } = schema
  const properties = Object.fromEntries(names.map(name => [name, additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}

function orNull(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || (anyOf[1] as Json).type !== 'null') return schema
  const [value] = anyOf as Json[]
  if (typeof value?.type !== 'string' || 'enum' in value || 'const' in value) return schema
  return { ...value, type: [value.type, 'null'], ...rest }
}

function describedAs(name: string, owner: string, field: Json): Json {
  // The status of a log also appears in unnamed bodies and in other components.
  const key = name === 'status' && isOneOfLogs(field) && owner !== 'QuickLogButton' ? 'Log' : owner
  const description = WORDS[`${key.replace(/Input$/, '')}.${name}`] ?? WORDS[name]
  return description === undefined ? field : { ...field, description }
}

/** Only logs have a status above 2. */
function isOneOfLogs({ enum: values, anyOf }: Json): boolean {
  if (Array.isArray(anyOf)) return anyOf.some(one => isOneOfLogs(one as Json))
  return Array.isArray(values) && values.some(value => Number(value) > 2)
}
