/**
 * An example for each operation of the API document: of its body, or else of the parameters of its path, or else of its
 * response. They are made from the schemas, so none is missing or out of date. A test checks all of them.
 */
import type { Json } from './tidy-schema.ts'

/** Values of fields by their name, where the schema alone tells little. */
const BY_NAME: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries({
    ...{
      title: 'Drink water',
      username: 'ada',
      content: 'Every glass counts.',
      unit: 'glasses',
      name: 'Button on my desk'
    },
    ...{ email: 'ada@example.org', password: 'correct horse battery', q: 'yoga', url: 'https://example.org/hook' },
    ...{ day: '2026-01-31', back_on: '2026-02-14', at: '20:00', time_zone: 'Europe/Berlin', path: '/sessions/squats' },
    ...{
      slug: 'squats',
      reason: 'spam',
      account: 'moved.1.a1',
      comment: 'Twice',
      message: 'Done.',
      secret: 'shown once',
      duration: 600
    }
  })
])
const BY_FORMAT: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['date-time', '2026-01-31T18:00:00Z'],
  ['uuid', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['uri', 'https://example.org']
])
const MOST_DEEP = 6

/** Whether a value with only what a schema requires is wanted, or one that shows its fields. */
type Of = 'body' | 'response'

/** Returns a value of a schema. @param find returns the schema of a `$ref` */
export function exampleOf(schema: Json, of: Of, find: (ref: string) => Json, name = '', depth = 0): unknown {
  const inner = (one: Json, called = name) => exampleOf(one, of, find, called, depth + 1)
  if (typeof schema.$ref === 'string') return inner(find(schema.$ref))
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined
  if (options) return inner(chosen(options, of, depth) ?? {})
  const types = [schema.type].flat()
  const type = of === 'response' && types.includes('null') ? 'null' : types[0]
  switch (type) {
    case 'object':
      return objectOf(schema, of, depth, inner)
    case 'array': {
      const least = Number(schema.minItems ?? 0)
      const count = of === 'body' && depth < MOST_DEEP ? Math.max(1, least) : least
      return Array.from({ length: Math.min(count, Number(schema.maxItems ?? count)) }, () =>
        inner((schema.items ?? {}) as Json)
      )
    }
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return {}
  }
}

function chosen(options: Json[], of: Of, depth: number): Json | undefined {
  const isNull = ({ type }: Json): boolean => type === 'null'
  return of === 'response' || depth >= MOST_DEEP
    ? (options.find(isNull) ?? options[0])
    : options.find(one => !isNull(one))
}

function objectOf(
  { properties = {}, required = [] }: Json,
  of: Of,
  depth: number,
  inner: (schema: Json, name: string) => unknown
): Record<string, unknown> {
  const all = Object.entries(properties as Record<string, Json>)
  const needed = all.filter(([name]) => (required as string[]).includes(name))
  // A body that requires nothing still shows a field that one would send.
  const shown =
    needed.length > 0 || of === 'response' || depth >= MOST_DEEP
      ? needed
      : all.filter(([name]) => name !== 'client_uuid').slice(0, 1)
  return Object.fromEntries(shown.map(([name, schema]) => [name, inner(schema, name)]))
}

function textOf({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Json, name: string): string {
  const known = BY_FORMAT.get(format) ?? BY_NAME.get(name)
  const fits = (text: unknown): text is string =>
    typeof text === 'string' &&
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text))
  const guesses = [
    known,
    'Hello',
    '2026-01-31',
    '20:00',
    '#8a2f08',
    'https://example.org',
    `B${'A'.repeat(86)}`,
    'A'.repeat(22),
    'x'.repeat(Number(minLength)),
    ''
  ]
  return guesses.find(fits) ?? ''
}

function numberOf({ minimum, exclusiveMinimum, maximum }: Json, name: string): number {
  const known = BY_NAME.get(name)
  const least = Number(minimum ?? exclusiveMinimum ?? 0)
  const wish = typeof known === 'number' ? known : Math.max(1, least)
  return maximum === undefined ? wish : Math.min(wish, Number(maximum))
}
