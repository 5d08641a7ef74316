/**
 * Sends random requests that are generated from the document, the same ones in every run. No response may be a fault,
 * and every response must have a documented status and body.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, expect, test } from 'vitest'
import { attackedWorld, fillWith } from '../../testing/input/bad-requests.ts'
import { seededRandom } from '../../testing/random.ts'
import type { Json } from './tidy-schema.ts'

const TRIES = 5
const attacked = attackedWorld()
const random = seededRandom(2026)
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

interface Parameter {
  name: string
  in: string
  schema: Json
}
interface Operation {
  operationId: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: { 'application/json'?: { schema: Json } } }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Json }> }>
}

let document: { paths: Record<string, Record<string, Operation>> }
let validator: Ajv2020
const known = new Map<string, ValidateFunction>()
beforeAll(() => {
  document = JSON.parse(JSON.stringify(attacked.world.app.swagger()))
  validator = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(validator)
  validator.addSchema(document, 'api')
})

const ENDS_LOGINS = /\/(logout|account\/sign-out)$/

test('a request generated from the document never causes a fault or an undocumented response', {
  tags: 'D-18',
  timeout: 30_000
}, async () => {
  const wrong: string[] = []
  const seen = new Map<number, number>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      // A stream never ends, and a sign-out would end the test.
      if (path.endsWith('/stream') || ENDS_LOGINS.test(path)) continue
      for (let tries = 0; tries < TRIES; tries++) {
        const caller = oneOf([attacked.ada, attacked.ada, attacked.mallory, attacked.world.visitor])
        const request = requestOf(path, operation)
        const response = await caller.request({ method: method.toUpperCase() as 'GET', ...request })
        seen.set(response.statusCode, (seen.get(response.statusCode) ?? 0) + 1)
        const fault = faultOf(path, method, operation, response.statusCode, response.body)
        if (fault) wrong.push(`${method} ${request.url} ${JSON.stringify(request.payload)?.slice(0, 300)}: ${fault}`)
      }
    }
  }
  expect(wrong).toEqual([])
  // Enough requests must succeed.
  expect(seen.get(200)).toBeGreaterThan(150)
  for (const status of [401, 403, 404, 409, 422]) expect(seen.get(status), String(status)).toBeGreaterThan(0)
})

function faultOf(path: string, method: string, { responses }: Operation, status: number, body: string): string | null {
  const response = responses[status]
  if (status >= 500 || !response) return `${status} ${body.slice(0, 200)}`
  const said = response.$ref ? (at(response.$ref) as typeof response) : response
  // A page that has moved has no body.
  if (!said.content) return body === '' ? null : `${status} ${body.slice(0, 200)}`
  const place = response.$ref ?? `#/paths/${pointer(path)}/${method}/responses/${status}`
  const ref = `api${place}/content/application~1json/schema`
  const validate = known.get(ref) ?? validator.compile({ $ref: ref })
  known.set(ref, validate)
  if (validate(JSON.parse(body))) return null
  return `${status} ${validator.errorsText(validate.errors)} ${body.slice(0, 200)}`
}

function pointer(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function requestOf(path: string, { parameters, requestBody }: Operation) {
  const named = parameters.map(parameter => ('$ref' in parameter ? (at(parameter.$ref) as Parameter) : parameter))
  const registered = path.replace(/\{(\w+)\}/g, ':$1')
  const filled = random() < 0.8 ? attacked.adasPath(registered) : fillWith(registered, oneOf(['999999', 'none', '💥']))
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const { name, in: where, schema } of named) {
    if (random() < 0.7) continue
    if (where === 'query') query.set(name, String(sampleOf(schema)))
    if (where === 'header' && name === 'Idempotency-Key')
      headers[name] = oneOf(['a-key-of-mine', 'another-key', 'short'])
    if (where === 'header' && name === 'X-Done-At') headers[name] = oneOf(['2026-03-02T08:00:00Z', 'yesterday'])
    if (where === 'header' && name === 'X-Person') headers[name] = oneOf(['visitor', '999999'])
    if (where === 'header' && name === 'X-CSRF-TOKEN' && random() < 0.2) headers[name] = 'made-up'
  }
  const schema = requestBody?.content['application/json']?.schema
  return {
    url: query.size > 0 ? `${filled}?${query}` : filled,
    headers,
    ...(schema ? { payload: sampleOf(schema) as object } : {})
  }
}

const UUIDS = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7C9E6679742540DE944BE07FC1F90AE7']
const TEXTS = ['a word', '<b>bold</b>', 'Ünï', '🙂', ' ', 'https://example.org', 'x'.repeat(300)]
const ODD = [null, true, -1, 1.5, 'text', [], {}, 2 ** 40]

/** A value of the schema. Sometimes it is a wrong one. */
function sampleOf(schema: Json, depth = 0): unknown {
  if (depth > 0 && random() < 0.02) return oneOf(ODD)
  if (typeof schema.$ref === 'string') return sampleOf(at(schema.$ref) as Json, depth)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return oneOf(schema.enum)
  if (Array.isArray(schema.anyOf)) return sampleOf(oneOf(schema.anyOf as Json[]), depth)
  const type = Array.isArray(schema.type) ? oneOf(schema.type as string[]) : schema.type
  switch (type) {
    case 'object':
      return objectOf(schema, depth)
    case 'array': {
      const length = Math.min(Math.max(Number(schema.minItems ?? 0), Math.floor(random() * 3)), 3)
      return Array.from({ length }, () => sampleOf((schema.items ?? {}) as Json, depth + 1))
    }
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    case 'string':
      return textOf(schema)
    default:
      return oneOf(ODD)
  }
}

function objectOf(
  { properties = {}, required = [], propertyNames, additionalProperties }: Json,
  depth: number
): object {
  if (propertyNames) return { [oneOf(UUIDS)]: sampleOf((additionalProperties ?? {}) as Json, depth + 1) }
  const fields = Object.entries(properties as Record<string, Json>).filter(
    ([name]) => (required as string[]).includes(name) || random() < 0.4
  )
  return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, depth + 1)]))
}

function numberOf({ type, minimum = 0, maximum = 1_000_000 }: Json): number {
  const [least, most] = [Number(minimum), Math.min(Number(maximum), 1_000_000)]
  const number = oneOf([least, Math.min(most, least + 1), least + random() * (most - least)])
  return type === 'number' ? Math.round(number * 1000) / 1000 : Math.floor(number)
}

function textOf({ format, maxLength = 300, pattern }: Json): string {
  if (format === 'uuid') return oneOf(UUIDS)
  if (format === 'date-time') return oneOf(['2026-03-02T10:00:00Z', '2026-03-02 10:00:00', '2099-12-31T23:59:59+14:00'])
  if (format === 'email') return 'fuzz@example.org'
  if (pattern) return oneOf(['https://example.org', '12'])
  return oneOf(TEXTS).slice(0, Number(maxLength))
}

function at(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, key) => (inner as Json)[key], document)
}
