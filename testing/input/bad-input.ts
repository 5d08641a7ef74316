/** Builds accepted and refused bodies of a contract from its own schema. */
import * as z from 'zod/mini'

type Schema = z.ZodMiniType
type Path = (string | number)[]

interface JsonSchema {
  minimum?: number
  type?: string | string[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  const?: unknown
  enum?: unknown[]
}

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const TEXTS = [
  'a word',
  'Nobody_1',
  'nobody@example.org',
  UUID,
  '2026-03-02T10:00:00Z',
  '2026-03-02T10:00',
  'moved.1.mb3k9zzz',
  '2026-03-02',
  'UTC',
  'https://example.org',
  '22:00',
  '07:00',
  // The keys of a browser's push service.
  `B${'A'.repeat(86)}`,
  'A'.repeat(22),
  '#1d5f8a',
  'example.org',
  '/uploads/a.webp',
  ''
]

/**
 * Values that no field accepts, or that careless code would store: wrong types, values out of bounds, bytes that the
 * database rejects.
 */
const WRONG: unknown[] = [
  null,
  true,
  -1,
  1.5,
  2 ** 53,
  -1e308,
  'x'.repeat(60_000),
  'a\u0000b',
  'half a pair \ud800',
  '\u202e<script>alert(1)</script>',
  [],
  {},
  [[null]],
  { $ne: null }
]

/** A body that the schema accepts, with every field that it knows. */
export function goodBody(schema: Schema): unknown {
  const body = sample(jsonSchema(schema))
  // The JSON schema omits some rules, such as the form of an address. Other values are tried for those.
  for (let tries = 0; tries < 100; tries++) {
    const result = z.safeParse(schema, body)
    if (result.success) return body
    for (const { path } of result.error.issues) replace(body, path as Path, nextValue(read(body, path as Path)))
  }
  throw new Error(`no good body was found: ${JSON.stringify(body)}`)
}

export interface BadBody {
  field: string
  body: unknown
  /** The errors of the schema; empty if it accepts the body. */
  errors: string[]
}

interface SpoiledBodies {
  refused: BadBody[]
  taken: BadBody[]
}

/** Caches the bodies: those of a plan take half a second. */
const spoiled = new WeakMap<Schema, SpoiledBodies>()

/**
 * Changes one field of the good body at a time. Returns the bodies that the schema refuses, and separately those that
 * it accepts.
 */
export function spoiledBodies(schema: Schema): SpoiledBodies {
  const known = spoiled.get(schema) ?? spoil(schema)
  spoiled.set(schema, known)
  return known
}

function spoil(schema: Schema): SpoiledBodies {
  const good = goodBody(schema)
  const refused: BadBody[] = []
  const taken: BadBody[] = []
  for (const path of [[], ...pathsOf(good)]) {
    for (const wrong of WRONG) {
      const body = path.length === 0 ? wrong : structuredClone(good)
      if (path.length > 0) replace(body, path, wrong)
      const errors = z.safeParse(schema, body).error?.issues.map(issue => issue.path.join('.')) ?? []
      const list = errors.length === 0 ? taken : refused
      list.push({ field: path.join('.'), body, errors })
    }
  }
  return { refused, taken }
}

function jsonSchema(schema: Schema): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? []
  if (choice) return sample(choice)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sample(value)]))
    case 'array':
      return schema.items ? [sample(schema.items)] : []
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return TEXTS[0]
  }
}

function nextValue(value: unknown): unknown {
  if (value === 0) return 1
  return TEXTS[(TEXTS.indexOf(String(value)) + 1) % TEXTS.length] as string
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : []
  const below = Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key])
  )
  return path.length > 0 ? [path, ...below] : below
}

function read(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
}

function replace(value: unknown, path: Path, wanted: unknown): void {
  const parent = read(value, path.slice(0, -1)) as Record<string, unknown>
  parent[path.at(-1) as string] = wanted
}
