/** The description of one call. */
import type * as z from 'zod/mini'
import type { Scope } from '../../domain/accounts/access-tokens/scopes.ts'
import type { Method } from '../../domain/lib/endpoint.ts'
import type { Documented } from '../lib/documented.ts'
import { exampleOf } from './examples.ts'
import { PAGE_QUERY, parameterRef, queryParameters } from './parameters.ts'
import { headersOf, refusalsOf } from './refusals.ts'
import type { Converted } from './schemas.ts'
import type { Json } from './tidy-schema.ts'

export function operation(call: Documented, received: Converted, returned: Converted): Json {
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

export const OF_UPLOAD = 'OfUpload'
