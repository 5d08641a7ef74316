/**
 * The API document in OpenAPI 3.1. It is built from the calls that `bind` and `bindPage` registered, so no call is
 * missing. A client can be generated from it.
 */

import type * as z from 'zod/mini'
import type { Scope } from '../../domain/accounts/access-tokens/scopes.ts'
import { CONTENT_STATES } from '../../domain/admin/content-api.ts'
import type { Method } from '../../domain/lib/endpoint.ts'
import { REQUEST_KEY } from '../../domain/lib/fields.ts'
import type { PageQuery } from '../../domain/lib/page.ts'
import { LEDGER_ACTIONS } from '../../domain/tokens/tokens.ts'
import program from '../../package.json' with { type: 'json' }
import type { Config } from '../lib/config.ts'
import type { Documented } from '../lib/documented.ts'
import { exampleOf } from './examples.ts'
import { INTRO, TAGS } from './intro.ts'
import { HEADERS, headersOf, REFUSAL_SCHEMAS, REFUSALS, refusalOfUpload, refusalsOf } from './refusals.ts'
import { type Converted, convert, type Json } from './schemas.ts'

/** Builds the document from all registered calls. */
export function apiDocument(documented: Documented[], { hut, appUrl }: Pick<Config, 'hut' | 'appUrl'>): Json {
  const received = convert(
    documented.flatMap(({ tag, query, body }) => [
      ...(query ? [{ schema: query, owner: 'Query' }] : []),
      ...(body ? [{ schema: body, owner: tag }] : [])
    ]),
    'input'
  )
  const returned = convert(
    documented.map(({ tag, response }) => ({ schema: response, owner: tag })),
    'output'
  )
  const paths: Record<string, Json> = {}
  for (const call of documented) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, received, returned) }
  }
  const used = new Set(documented.map(({ tag }) => tag))
  const document = {
    openapi: '3.1.0',
    info: {
      title: hut.name,
      version: program.version,
      description: INTRO,
      license: { name: 'GPL-2.0-or-later', identifier: 'GPL-2.0-or-later' }
    },
    servers: [{ url: appUrl ?? '/', description: 'This site' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        login: {
          type: 'apiKey',
          in: 'cookie',
          name: 'hut_login',
          description: 'Set by signing in. HttpOnly, SameSite=Lax, Secure where https is used.'
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'For programs: an access token that a person creates at `/account/programs`.'
        }
      },
      parameters: { ...PARAMETERS, ...pathParameters(documented) },
      headers: HEADERS,
      responses: { ...REFUSALS, Moved: MOVED, ...refusalsOfUploads(documented) },
      schemas: {} as Record<string, Json>
    }
  }
  document.components.schemas = reachable(document, {
    ...received.components,
    ...returned.components,
    ...REFUSAL_SCHEMAS
  })
  return document
}

function operation(call: Documented, received: Converted, returned: Converted): Json {
  const { method, path, summary, tag, query, pageQuery = [], body, response, refusals = [] } = call
  const isWrite = method !== 'GET'
  const schema = call.isPage ? pageData(returned.of(response)) : returned.of(response)
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary,
    description: describe(call),
    security: securityOf(call),
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => parameterRef(`path.${name}`)),
      ...pageQuery.map(name => ({ name, in: 'query', ...PAGE_QUERY[name] })),
      ...(query ? queryParameters(received.of(query)) : []),
      ...(call.meansPerson ? [parameterRef('Person')] : []),
      ...(call.keyed ? [parameterRef('IdempotencyKey')] : []),
      ...(call.timed ? [parameterRef('DoneAt')] : []),
      ...(isWrite ? [parameterRef('CsrfToken')] : [])
    ],
    ...(body ? { requestBody: requestBody(body, received) } : {}),
    ...(call.takesFile ? { requestBody: formWith(call.takesFile) } : {}),
    responses: {
      200: {
        description: call.isStream ? 'Events, each with this JSON as its data.' : 'Done.',
        headers: headersOf(call.meansPerson, refusals.includes('insufficientTokens')),
        content: {
          [call.isStream ? 'text/event-stream' : 'application/json']: {
            schema,
            ...(body || path.includes(':') || call.isStream
              ? {}
              : { example: exampleOf(schema, 'response', finderIn(returned)) })
          }
        }
      },
      ...(call.moves ? { 301: { $ref: '#/components/responses/Moved' } } : {}),
      ...Object.fromEntries(
        [...refusalsOf(call)]
          .sort()
          .map(([status, name]) => [
            status,
            { $ref: `#/components/responses/${name}${call.takesFile ? OF_UPLOAD : ''}` }
          ])
      )
    }
  }
}

/** The scope that a program needs for a call; null for a call that takes no access token (D-156). */
export function scopeOf({ subject, method, contract }: Documented): Scope | null {
  if (subject === null) return null
  return `${subject}:${method === 'GET' && !('changes' in contract) ? 'read' : 'write'}`
}

function securityOf(call: Documented): Json[] {
  const scope = scopeOf(call)
  return [
    ...(call.access === 'signed in' ? [] : [{}]),
    { login: [] },
    ...(scope === null ? [] : [{ accessToken: [scope] }])
  ]
}

const MOVED: Json = { description: 'It is at another address by now, which `Location` names.' }

/**
 * The name of an operation, from its address: `POST /api/goals/:goal/complete` is `postGoalsComplete`. Addresses never
 * change.
 */
function operationId(method: Method, path: string): string {
  // The same call without an id in its path already has the usual name (D-12).
  if (path === '/api/subscriptions/:subscription/cancel') return 'postSubscriptionsCancelBySubscription'
  const words = path
    .replace(/^\/api/, '')
    .replace(/\/:(\w+)$/, '/by-$1')
    .split(/[/-]/)
    .filter(word => word && !word.startsWith(':'))
  return method.toLowerCase() + (words.length === 0 ? ['home'] : words).map(capitalised).join('')
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function pageData(data: Json): Json {
  return {
    type: 'object',
    properties: { serverData: data },
    required: ['serverData'],
    additionalProperties: false
  }
}

function requestBody(schema: z.ZodMiniType, received: Converted): Json {
  const sent = received.of(schema)
  const example = exampleOf(sent, 'body', finderIn(received))
  return {
    required: !schema.safeParse(undefined).success,
    content: { 'application/json': { schema: sent, example } }
  }
}

const finderIn =
  ({ components }: Converted) =>
  (ref: string): Json =>
    components[ref.split('/').at(-1) ?? ''] ?? {}

/** Who may make a call, in sentences. */
function describe(call: Documented): string {
  const scope = scopeOf(call)
  return [
    call.access === 'everyone' ? 'For everyone.' : 'Signed in.',
    ...(scope === null ? [] : [`Scope: \`${scope}\`.`]),
    ...(call.keyed ? ['With a key, a retry does nothing twice.'] : [])
  ].join(' ')
}

/** The body of a form with one file (UPL-01). */
function formWith(field: string): Json {
  const properties = { [field]: { type: 'string', format: 'binary', description: 'The picture.' } }
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', properties, required: [field] } } }
  }
}

const OF_UPLOAD = 'OfUpload'

function refusalsOfUploads(documented: Documented[]): Json {
  const names = documented.filter(({ takesFile }) => takesFile).flatMap(call => [...refusalsOf(call).values()])
  return Object.fromEntries(names.map(name => [name + OF_UPLOAD, refusalOfUpload(name)]))
}

const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

/** The parameters of all paths. */
function pathParameters(documented: Documented[]): Record<string, Json> {
  const names = documented.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
  const schema = { type: 'string', minLength: 1, maxLength: 500 }
  return Object.fromEntries(
    [...new Set(names)].sort().map(name => {
      const said = { description: PATH_WORDS[name], example: PATH_EXAMPLES[name] ?? '7' }
      return [`path.${name}`, { name, in: 'path', required: true, ...said, schema }]
    })
  )
}

/** Of the parameters that are no ids. */
const PATH_EXAMPLES: Record<string, string> = {
  ...{ event: 'squats', challenge: 'tabata', hut: 'walkers', series: 'squats', username: 'ada', person: 'ada' },
  ...{ item: 'on-walking', childItem: 'on-walking', parentItem: 'ada', book: 'walks', slug: 'on-walking' },
  ...{ uuid: '0f8fad5b-d9cb-469f-a165-70867728950e', part: '0f8fad5b-d9cb-469f-a165-70867728950e', type: 'part' },
  ...{ kind: 'message', kinds: 'sessions', code: 'a1b2c3', token: 'of-a-mail', secret: 'of-an-address' }
}

const PATH_WORDS: Record<string, string> = {
  kind: 'What it is: `message`, `post`, `item`, `picture`, `session`, `activity`, `programme`, `group` or `person`.',
  subject: 'The id of the thing.',
  kinds: 'A list: `sessions`, `groups`, `activities` or `items`.',
  id: 'The id of the thing.',
  activity: 'The slug or id of an activity; an unlisted one has only its slug.',
  book: 'The slug or id of a group of items.',
  challenge:
    'The slug or id of an activity; under the calls that run something, of a session. An unlisted one has only its slug.',
  device: 'The id of a device of mine that gets reminders.',
  draft: 'The uuid of a draft of mine.',
  event: 'The slug or id of a session; an unlisted one has only its slug.',
  goal: 'The id of a goal of mine.',
  childItem: 'The slug of an item.',
  code: 'The code of an invitation.',
  hut: 'The slug or id of a group.',
  import: 'The id of an import of mine.',
  invitation: 'The id of an invitation of mine; site admins: of anybody.',
  invoice: 'The id of an invoice of mine.',
  item: 'The slug or id of an item.',
  list: 'The id of a list of mine.',
  log: 'The id of a log of mine.',
  login: 'The id of a login of mine.',
  message: 'The id of a message.',
  note: 'The id of a note of mine.',
  paraphrase: 'The id of a paraphrase.',
  parentItem: 'The username of a person, or the slug of a group of items.',
  access: 'The id of an access token of mine.',
  app: 'The id of a connected app of mine.',
  question: 'The id of the question of an app.',
  passkey: 'The id of a passkey of mine.',
  press: 'The id of a press address of mine.',
  secret: 'The secret of a press address.',
  part: 'The uuid of a part or goal of the plan.',
  person: 'The username or id of a person.',
  post: 'The id of a post.',
  product: 'The key or id of a plan.',
  programme: 'The slug of a programme.',
  follow: 'The id of a programme that I follow.',
  run: 'The id of a programme that a group follows.',
  series: 'The slug or id of a series.',
  snippet: 'The slug or id of an item in a group.',
  subscription: 'The id of a subscription of mine.',
  slug: 'The slug of the item that is written; may be anything.',
  token: 'Of the link in a mail.',
  type: '`part` or `task`.',
  user: 'The id of an account.',
  username: 'The name that others see.',
  version: 'The id of an earlier version.',
  webhook: 'The id of a webhook of mine.',
  delivery: 'The id of a delivery of the webhook.',
  uuid: 'The uuid of a group of the plan, or of a goal in it.'
}

function queryParameters({ properties = {}, required = [] }: Json): Json[] {
  return Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    ...(description === undefined ? {} : { description }),
    schema
  }))
}

const PAGE_QUERY: Record<PageQuery, Json> = {
  page: { description: 'Which page of the list.', schema: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
  q: { description: 'Words to search for; the first 100 characters count.', schema: { type: 'string' } },
  category: {
    description: 'The id or slug of a category; an unknown one matches nothing.',
    schema: { type: 'string' }
  },
  difficulty: { description: '3 easy, 4 normal, 6 difficult.', schema: { type: 'integer', enum: [3, 4, 6] } },
  joined: { description: '1: only what I joined or follow.', schema: { type: 'integer', enum: [1] } },
  templates: { description: '1: only templates.', schema: { type: 'integer', enum: [1] } },
  copy: { description: 'The slug of the activity to begin with.', schema: { type: 'string' } },
  template: { description: 'The slug of the template to begin with.', schema: { type: 'string' } },
  hut: { description: 'The slug or id of the group to begin with.', schema: { type: 'string' } },
  challenge: { description: 'The slug of the activity to run.', schema: { type: 'string' } },
  goal: { description: 'The id of a goal of mine.', schema: { type: 'integer', minimum: 1 } },
  action: { description: 'Only logs with this action.', schema: { type: 'string' } },
  session: { description: 'The id of a session.', schema: { type: 'integer', minimum: 1 } },
  unattached: { description: '1: only goals that no session has.', schema: { type: 'integer', enum: [1] } },
  show: { description: 'Which list of the page.', schema: { type: 'string' } },
  month: { description: 'Only this month in UTC, such as 2026-11.', schema: { type: 'string' } },
  seen: {
    description: 'Only people who were here in this many days: 1 or 7.',
    schema: { type: 'integer', enum: [1, 7] }
  },
  decided: { description: '1: the reports that a moderator has decided.', schema: { type: 'integer', enum: [1] } },
  state: { description: 'Only things in this state.', schema: { type: 'string', enum: [...CONTENT_STATES] } },
  before: { description: 'Only rows with a lower id.', schema: { type: 'integer', minimum: 1 } },
  reason: {
    description: 'Only entries of the ledger with this action.',
    schema: { type: 'string', enum: [...LEDGER_ACTIONS] }
  }
}

const PARAMETERS: Record<string, Json> = {
  Person: {
    name: 'X-Person',
    in: 'header',
    description: 'For whom the call is meant: the id of a person, or `visitor`.',
    schema: { type: 'string' }
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Names one intent: a retry with the same key makes and charges nothing more, and another body with it is refused with 422.',
    schema: { type: 'string', pattern: REQUEST_KEY.source }
  },
  DoneAt: {
    name: 'X-Done-At',
    in: 'header',
    description: 'When it was done, for what waited for a connection.',
    schema: { type: 'string', format: 'date-time' }
  },
  CsrfToken: {
    name: 'X-CSRF-TOKEN',
    in: 'header',
    description: 'Not needed; verified where it is sent.',
    schema: { type: 'string' }
  }
}

/** The components that the document refers to, sorted by name. */
function reachable(document: Json, schemas: Record<string, Json>): Record<string, Json> {
  const wanted = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (wanted.has(name)) continue
      wanted.add(name)
      visit(schemas[name])
    }
  }
  visit(document)
  for (const name of SPOKEN_OF) {
    wanted.add(name)
    visit(schemas[name])
  }
  return Object.fromEntries([...wanted].sort().map(name => [name, schemas[name] as Json]))
}

/** Only the introduction names these components. */
const SPOKEN_OF = ['SocketMessageFromClient', 'SocketMessageFromServer']
