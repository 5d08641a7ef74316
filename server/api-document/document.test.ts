import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allContracts, strayCalls } from '../../testing/contracts.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { WORDS } from './words.ts'

interface Field {
  description?: string
  properties?: Record<string, Field>
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: object[]
  parameters: { name?: string; in?: string; example?: string; $ref?: string; description?: string; schema?: object }[]
  requestBody?: { content: Record<string, { schema: Field }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Field }> }>
}

let world: World
let text: string
let document: {
  openapi: string
  info: { version: string }
  servers: object[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Field>
    responses: object
    parameters: Record<string, Operation['parameters'][number]>
  }
}
beforeAll(async () => {
  world = await openWorld()
  const response = await world.visitor.request({ url: '/api/openapi.json' })
  expect(response.statusCode).toBe(200)
  text = response.body
  document = response.json()
})
afterAll(() => world.close())

const operationOf = (method: string, path: string) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
const operations = () => Object.values(document.paths).flatMap(path => Object.values(path))
/** A parameter, or the one that it refers to. */
const resolved = (parameter: Operation['parameters'][number]) =>
  document.components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter
const refsOf = (operation: Operation | undefined) =>
  operation?.parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []).filter(name => !name.startsWith('path.'))

test('the server binds every contract and every page', async () => {
  const { endpoints, pages } = await allContracts()
  const unbound = [
    ...endpoints.map(({ method, path }) => [method, path] as const),
    ...pages.map(({ path }) => ['GET', path === '/' ? '/api' : `/api${path}`] as const)
  ].filter(([method, path]) => !operationOf(method, path))
  expect(unbound.map(call => call.join(' '))).toEqual([])
})

test('the server binds contracts as the domain declares them, and no address twice', async () => {
  const contracts = await allContracts()
  const { documented } = world
  expect(strayCalls(documented, contracts)).toEqual([])
  const poll = documented.find(({ path }) => path === '/api/challenges/:challenge/poll')
  const [stream] = documented.filter(({ isStream }) => isStream)
  const planted = [
    { ...poll, contract: { ...poll?.contract } },
    { ...poll, path: '/api/challenges/:challenge/look' },
    { ...poll, path: '/api/challenges/:event/poll' },
    stream
  ] as typeof documented
  expect(strayCalls([...documented, ...planted], contracts)).toEqual([
    'GET /api/challenges/:challenge/poll',
    'GET /api/challenges/:challenge/look',
    'GET /api/challenges/:event/poll',
    'GET /api/challenge-events/:event/stream'
  ])
  expect(strayCalls(planted.slice(0, 2), contracts)).toHaveLength(2)
})

test('the document has every contract with its input and its response', async () => {
  for (const { method, path, summary, body, query } of (await allContracts()).endpoints) {
    const name = `${method} ${path}`
    const operation = operationOf(method, path)
    if (!operation) continue
    expect(operation.summary, name).toBe(summary)
    const inPath = operation.parameters
      .map(resolved)
      .filter(each => each.in === 'path')
      .map(each => each.name)
    expect(inPath.sort(), name).toEqual([...path.matchAll(/:(\w+)/g)].map(match => match[1]).sort())
    const inQuery = operation.parameters.filter(each => each.in === 'query').map(each => each.name)
    expect(inQuery.sort(), name).toEqual(fieldsOf(query).sort())
    expect(operation.responses['200']?.content?.['application/json']?.schema, name).toBeDefined()
    const sent = operation.requestBody?.content['application/json']?.schema
    if (!body) expect(sent, name).toBeUndefined()
    else expect(JSON.stringify(sent), name).toMatch(/"properties":\{"\w+/)
    for (const field of fieldsOf(body)) expect(JSON.stringify(sent), `${name} ${field}`).toContain(`"${field}":`)
  }
})

test('transformed fields are described as a client sends them', async () => {
  const goal = JSON.stringify(operationOf('POST', '/api/goals/store')?.requestBody)
  expect(goal).toContain('"is_interval":{"anyOf":[{"type":"integer","enum":[0,1]},{"type":"boolean"}]')
  expect(goal).toContain('"required":["title"]')
  const session = JSON.stringify(operationOf('POST', '/api/challenge-events')?.requestBody)
  expect(session).toMatch(/"started_at":\{[^}]*"string"/)
  // A default fills it in, so nobody must send it.
  expect(goal).not.toContain('"required":["title","link"')
})

test('the document has the data of pages, but no pages', () => {
  for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api(\/|$)/)
})

test('on a phone the documentation hides the column of links, which no response has', async () => {
  const page = await world.visitor.request({ url: '/api/docs' })
  const style = /href="([^"]*hut\.css)"/.exec(page.body)?.[1]
  const { statusCode, body } = await world.visitor.request({ url: style ?? '' })
  expect([statusCode, body.includes('.response-col_links')]).toEqual([200, true])
  expect(text).not.toContain('"links"')
})

test('/api/docs shows the documentation from our own files', async () => {
  const page = await world.visitor.request({ url: '/api/docs' })
  const html = page.statusCode === 302 ? await world.visitor.request({ url: String(page.headers.location) }) : page
  expect(html.statusCode).toBe(200)
  expect(html.headers['content-type']).toContain('text/html')
  expect(html.body).not.toMatch(/src="https?:/)
})

test('the document has the data of every page and its query parameters', async () => {
  for (const { path, aliases = [], query = [] } of (await allContracts()).pages) {
    for (const address of [path, ...aliases]) {
      const operation = operationOf('GET', `/api${address === '/' ? '' : address}`)
      expect(
        operation?.parameters.filter(each => each.in === 'query').map(each => each.name),
        address
      ).toEqual(query)
      const data = operation?.responses['200']?.content?.['application/json']?.schema.properties?.serverData
      expect(Object.keys(data ?? {}), address).toContain(data && '$ref' in data ? '$ref' : 'properties')
    }
  }
})

test('each operation has a unique name, a tag, its access and its refusals', () => {
  const ids = operations().map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operationId, tags, summary, security, responses } of operations()) {
    expect([tags.length, summary.length > 8, security.length > 0], operationId).toEqual([1, true, true])
    for (const [status, response] of Object.entries(responses)) {
      if (status !== '200') expect(response.$ref, `${operationId} ${status}`).toMatch(/^#\/components\/responses\/\w+$/)
    }
  }
  const store = operationOf('POST', '/api/goals/store')
  expect(store?.security).toEqual([{ login: [] }, { accessToken: ['goals:write'] }])
  expect(operationOf('POST', '/api/login')?.security).toEqual([{}, { login: [] }])
  expect(Object.keys(store?.responses ?? {})).toEqual(
    '200 400 401 402 403 404 408 409 413 414 415 417 419 422 429 431 503'.split(' ') // in the order of their numbers
  )
  expect(document.info.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
  expect(operationOf('GET', '/api/activities')?.security).toEqual([
    {},
    { login: [] },
    { accessToken: ['activities:read'] }
  ])
})

test('422 needs an input that can be wrong, and 409 for state needs a contract that names it', () => {
  const refusals = (method: string, path: string) =>
    Object.fromEntries(
      Object.entries(operationOf(method, path)?.responses ?? {}).map(([status, { $ref }]) => [
        status,
        $ref?.split('/').at(-1)
      ])
    )
  expect(refusals('DELETE', '/api/notes/:note')).toMatchObject({ 409: 'OtherPerson' })
  expect(refusals('DELETE', '/api/notes/:note')).not.toHaveProperty('422')
  // A session may attach the goal at that moment.
  expect(refusals('POST', '/api/goals/:goal/complete')).toMatchObject({ 409: 'Conflict' })
  expect(refusals('POST', '/api/challenge-logs/:log/complete')).toMatchObject({ 409: 'Conflict' })
  expect(refusals('GET', '/api/challenge-events/:event/poll')).not.toHaveProperty('409')
  expect(refusals('DELETE', '/api/challenge-events/:event/parts/:part/:type')).toMatchObject({ 422: 'WrongFields' })
  expect(refusals('POST', '/api/register')).toMatchObject({ 422: 'WrongFields' })
})

test('a call lists the headers that it accepts', () => {
  expect(refsOf(operationOf('POST', '/api/logs/store-quick-log'))).toEqual([
    'Person',
    'IdempotencyKey',
    'DoneAt',
    'CsrfToken'
  ])
  expect(refsOf(operationOf('POST', '/api/goals/:goal/complete'))).toEqual(['Person', 'CsrfToken'])
  expect(refsOf(operationOf('GET', '/api/my/goals'))).toEqual(['Person'])
  for (const header of ['X-Tokens-Left', 'X-Server-Time', 'Retry-After', 'hut_login']) expect(text).toContain(header)
})

test('every field has a description', () => {
  const unsaid = new Set<string>()
  const visit = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'properties') {
        for (const [name, field] of Object.entries(inner as Record<string, Field>)) {
          if (name !== 'serverData' && !field.description) unsaid.add(`${where}.${name}`)
          visit(field, where)
        }
      } else visit(inner, where)
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name)
  for (const operation of operations()) visit(operation, operation.operationId)
  expect([...unsaid]).toEqual([])
})

test('one feature describes each field, and the document uses each description', async () => {
  const files = globSync('domain/*/field-words.ts')
  const words = await Promise.all(files.map(file => import(resolve(file)) as Promise<{ fieldWords: object }>))
  const names = words.flatMap(({ fieldWords }) => Object.keys(fieldWords))
  expect(names.toSorted()).toEqual(Object.keys(WORDS).toSorted())
  const unused = Object.entries(WORDS).filter(([, words]) => !text.includes(JSON.stringify(words)))
  expect(unused.map(([name]) => name)).toEqual([])
})

test('every parameter in a path has its own description', () => {
  const inPath = operations().flatMap(({ operationId, parameters }) =>
    parameters
      .map(resolved)
      .filter(each => each.in === 'path')
      .map(({ name, description }) => ({ operationId, name, description }))
  )
  expect(inPath.filter(({ description }) => !description)).toEqual([])
})

test('fields of payments and passkeys are not described as those of goals', () => {
  const wordsAt = (method: string, path: string) => {
    const operation = operationOf(method, path)
    const { properties = {} } = operation?.responses['200']?.content?.['application/json']?.schema ?? {}
    return { ...properties, ...properties.serverData?.properties }
  }
  const subscribe = wordsAt('POST', '/api/subscriptions/create/:product')
  expect(subscribe.type?.description).toMatch(/^`payment`/)
  expect(wordsAt('GET', '/api/account/invoices/:invoice').name?.description).toMatch(/payer/)
  expect(wordsAt('GET', '/api/tokens/get-payment-intent').amount?.description).toMatch(/^Cents of a payment/)
  expect(JSON.stringify(operationOf('POST', '/api/account/passkeys')?.requestBody)).not.toContain('timed parts')
  expect(JSON.stringify(document.components.schemas.Goal)).not.toMatch(/cents/i)
  const [named] = operationOf('POST', '/api/subscriptions/cancel')?.parameters ?? []
  expect(named?.description).toMatch(/^The id of a subscription/)
})

test('no text is described as a number', () => {
  const found: string[] = []
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, description } = value as { type?: unknown; description?: unknown }
    if ([type].flat().includes('string') && /^A number\b/.test(String(description))) found.push(at)
    for (const [key, inner] of Object.entries(value)) visit(inner, `${at}/${key}`)
  }
  visit(document, '')
  expect(found).toEqual([])
})

test('dates, uuids and null are part of the types of fields', () => {
  const log = document.components.schemas.Log?.properties
  expect(log?.started_at).toMatchObject({ type: ['string', 'null'], format: 'date-time' })
  expect(log?.status).toMatchObject({ type: 'integer', enum: [1, 2, 3, 4] })
  expect(document.components.schemas.PartInput?.properties?.uuid).toMatchObject({ type: 'string', format: 'uuid' })
  expect(document.components.schemas.Part?.properties?.per_participant).toMatchObject({ enum: [0, 1] })
  expect(text).not.toContain('"nullable"')
})

test.each([
  ['POST', '/api/account/access-tokens', 'body', 'days', 'How many days it works.'],
  ['POST', '/api/account/access-tokens', 'response', 'secret', 'The token itself'],
  ['POST', '/api/account/press-addresses', 'response', 'path', 'with its secret'],
  ['POST', '/api/press/:secret', 'body', 'key', 'The name of the press'],
  ['POST', '/api/account/webhooks', 'body', 'url', 'The address to which events are sent.'],
  ['POST', '/api/account/webhooks', 'response', 'secret', 'Signs what is sent.'],
  ['POST', '/api/goals/:goal/reminder', 'body', 'at', 'The time of day']
] as const)('%s %s describes the %s’s “%s” as it is meant there', (method, path, side, field, meaning) => {
  const { requestBody, responses } = operationOf(method, path) ?? {}
  const media = (side === 'body' ? requestBody : responses?.[200])?.content?.['application/json']
  const described = media?.schema.properties?.[field] as { description?: string } | undefined
  expect(described?.description).toContain(meaning)
})

test('each operation has a description, and an example that its schema accepts', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  const wrong: string[] = []
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { operationId, description, parameters, requestBody, responses }] of Object.entries(
      operations
    )) {
      if (!/^(For everyone|Signed in)\..*$/.test(description ?? '')) wrong.push(`${operationId} has no description`)
      const named = parameters.map(resolved).filter(one => one.in === 'path')
      for (const { name, example, schema } of named) {
        if (!ajv.validate(schema ?? false, example)) wrong.push(`${operationId}: ${name} ${ajv.errorsText()}`)
      }
      // The path is the example of an operation without a body, and a file and a stream are no JSON.
      const hasJson = requestBody?.content['application/json'] || (named.length === 0 && !requestBody)
      if (!hasJson || responses[200]?.content?.['text/event-stream']) continue
      const part = requestBody ? 'requestBody' : 'responses/200'
      const media = (requestBody ?? responses[200])?.content?.['application/json'] as { example?: unknown } | undefined
      const pointer = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
      const place = `api#/paths/${pointer}/${method}/${part}/content/application~1json/schema`
      if (media?.example === undefined) wrong.push(`${operationId} has no example`)
      else if (!ajv.validate({ $ref: place }, media.example)) wrong.push(`${operationId}: ${ajv.errorsText()}`)
    }
  }
  expect(wrong).toEqual([])
})

test('the document has no internal references and repeats no named schema', () => {
  expect(
    text.match(/\b[A-Z]{1,5}-\d+\b|docs\/|unnamed\d/g)?.filter(found => found !== 'UTF-8' && found !== 'GPL-2')
  ).toEqual([])
  // The size per call, so that new calls need no other limit.
  expect(text.length / operations().length).toBeLessThan(3_250)
})
function fieldsOf(schema: unknown): string[] {
  if (!schema) return []
  const json = z.toJSONSchema(schema as never, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
    anyOf?: { properties?: object }[]
  }
  return Object.keys(json.properties ?? json.anyOf?.[0]?.properties ?? {})
}

test('the status of a log is never described as the status of a session', () => {
  const found: string[] = []
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value as Record<string, Field & { enum?: number[] }>)) {
      if (key === 'status' && inner?.enum?.some(one => one > 2) && !/paused/.test(inner.description ?? ''))
        found.push(at)
      visit(inner, `${at}/${key}`)
    }
  }
  visit(document, '')
  expect(found).toEqual([])
})

test('the file of each upload is binary', () => {
  const forms = operations().flatMap(({ requestBody }) => requestBody?.content['multipart/form-data'] ?? [])
  expect(forms.length).toBeGreaterThan(2)
  for (const { schema } of forms) {
    expect(Object.values(schema.properties ?? {})).toEqual([
      { type: 'string', format: 'binary', description: 'The picture.' }
    ])
  }
})
