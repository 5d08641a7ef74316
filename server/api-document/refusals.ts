/** Refusals and headers as components of the API document. The bodies are those that `lib/errors.ts` makes. */
import type { RefusalKind } from '../../domain/lib/refusal.ts'
import type { Json } from './schemas.ts'

const MESSAGE = { type: 'string', description: 'What to tell the person.' }
const ERROR = { type: 'string', description: 'The same text.' }
const TEXTS = { type: 'array', items: { type: 'string' }, description: 'Several reasons, where there are several.' }

function body(more: Json = {}, required: string[] = []): Json {
  return {
    type: 'object',
    properties: { message: MESSAGE, error: ERROR, ...more },
    required: ['message', 'error', ...required],
    additionalProperties: false
  }
}

export const REFUSAL_SCHEMAS: Record<string, Json> = {
  Refusal: body(),
  RefusalOfFields: body(
    {
      errors: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'What to do about each wrong field, by its path, such as `challenge.tasks.0.title`.'
      }
    },
    ['errors']
  ),
  RefusalOfCharge: body(
    { error_code: { type: 'string', const: 'INSUFFICIENT_TOKENS', description: 'So that a program can tell.' } },
    ['error_code']
  ),
  RefusalOfRight: body({
    error_code: { type: 'string', const: 'WRONG_CODE', description: 'The code of the session is missing or wrong.' },
    errors: TEXTS
  }),
  RefusalOfState: body({
    error_code: {
      type: 'string',
      const: 'OTHER_PERSON',
      description: 'Somebody other than `X-Person` is signed in by now.'
    },
    errors: TEXTS,
    newer: {
      type: 'object',
      description: 'What is stored, as the form holds it, for a save that started from an older revision.',
      properties: { revision: { type: 'integer', description: 'To be sent with the next save.' } },
      required: ['revision'],
      additionalProperties: true
    }
  })
}

const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
const EVERYWHERE = { 'X-Server-Time': headerRef('ServerTime'), 'X-Request-Id': headerRef('RequestId') }
const LATER = { ...EVERYWHERE, 'Retry-After': headerRef('RetryAfter') }

function refusal(description: string, schema: string, headers: Json = EVERYWHERE): Json {
  return {
    description,
    headers,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } }
  }
}

export const REFUSALS: Record<number, { name: string; response: Json }> = {
  400: { name: 'Malformed', response: refusal('The request cannot be read, such as JSON that is none.', 'Refusal') },
  401: { name: 'Unauthenticated', response: refusal('Nobody is signed in, or the login has ended.', 'Refusal') },
  402: { name: 'InsufficientTokens', response: refusal('No token is left for this.', 'RefusalOfCharge') },
  403: { name: 'Forbidden', response: refusal('Not allowed, or sent by another site.', 'RefusalOfRight') },
  404: { name: 'NotFound', response: refusal('There is nothing of that name.', 'Refusal') },
  409: { name: 'Conflict', response: refusal('Not in the state that it is in.', 'RefusalOfState') },
  413: { name: 'TooLarge', response: refusal('The body is larger than 1 MiB.', 'Refusal') },
  415: { name: 'UnsupportedType', response: refusal('The body is of another type than JSON.', 'Refusal') },
  419: {
    name: 'BadToken',
    response: refusal('The CSRF token that was sent is wrong. Send a new one, or none.', 'Refusal')
  },
  422: { name: 'WrongFields', response: refusal('Fields are wrong. Nothing was saved.', 'RefusalOfFields') },
  429: { name: 'TooMany', response: refusal('Too much in a short time.', 'Refusal', LATER) },
  503: { name: 'Unavailable', response: refusal('Busy, or without its database. Nothing was done.', 'Refusal', LATER) }
}

export const STATUS_OF: Record<RefusalKind, number> = {
  unauthenticated: 401,
  insufficientTokens: 402,
  forbidden: 403,
  wrongCode: 403,
  notFound: 404,
  conflict: 409,
  otherPerson: 409,
  badToken: 419,
  invalid: 422,
  tooMany: 429,
  unavailable: 503
}

export const HEADERS: Record<string, Json> = {
  Person: {
    description: 'For whom the response is: the id of a person, or `visitor`.',
    schema: { type: 'string' }
  },
  RequestId: {
    description: 'Names the request in the log of the server.',
    schema: { type: 'string', format: 'uuid' }
  },
  RetryAfter: { description: 'Whole seconds until another try is worth it.', schema: { type: 'integer' } },
  ServerTime: {
    description: 'The clock of the server, in milliseconds since 1970. Everything that is timed is timed by it.',
    schema: { type: 'integer' }
  },
  TokensLeft: {
    description: 'The uses that are left, when something was charged.',
    schema: { type: 'integer' }
  }
}

/** The headers of a response that went well. */
export function headersOf(person: boolean, charges: boolean): Json {
  return {
    ...EVERYWHERE,
    ...(person ? { 'X-Person': headerRef('Person') } : {}),
    ...(charges ? { 'X-Tokens-Left': headerRef('TokensLeft') } : {})
  }
}
