/** Refusals and headers as components of the API document. `lib/http/errors.ts` creates these bodies. */
import type { Method } from '../../domain/lib/endpoint.ts'
import type { RefusalKind } from '../../domain/lib/refusal.ts'
import type { Json } from './tidy-schema.ts'

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

/** The responses for refusals. */
export const REFUSALS = {
  HeadersTooLarge: refusal('The headers are larger than 16 KiB.', 'Refusal'),
  UnmetExpectation: refusal('The header `Expect` is something other than 100-continue.', 'Refusal'),
  AddressTooLong: refusal('A part of the address is longer than 500 characters.', 'Refusal'),
  Malformed: refusal('The request cannot be read, such as JSON that is none.', 'Refusal'),
  Unauthenticated: refusal('Nobody is signed in, or the login has ended.', 'Refusal'),
  InsufficientTokens: refusal('No token is left for this.', 'RefusalOfCharge'),
  Forbidden: refusal('Not allowed, or sent by another site.', 'RefusalOfRight'),
  NotFound: refusal('There is nothing of that name.', 'Refusal'),
  Conflict: refusal('Not in the state that it is in, or meant for someone else than is signed in.', 'RefusalOfState'),
  OtherPerson: refusal('Someone other than `X-Person` is signed in by now.', 'RefusalOfPerson'),
  TooSlow: refusal('The body did not arrive in time. Nothing was done.', 'Refusal'),
  TooLarge: refusal('The body is larger than 1 MiB.', 'RefusalOfSize'),
  UnsupportedType: refusal('The body is of another type than JSON.', 'Refusal'),
  BadToken: refusal('The CSRF token that was sent is wrong. Send a new one, or none.', 'Refusal'),
  WrongFields: refusal('Fields are wrong. Nothing was saved.', 'RefusalOfFields'),
  TooMany: refusal('Too much in a short time.', 'Refusal', LATER),
  Unavailable: refusal('Busy, or without its database. Nothing was done.', 'Refusal', LATER)
}
type Name = keyof typeof REFUSALS

/** A refusal of an upload, whose `error` has the documented shape (UPL-05). */
export function refusalOfUpload(name: Name): Json {
  const { description, headers } = REFUSALS[name]
  const text = name === 'TooLarge' ? 'The body is larger than a picture may be.' : String(description)
  return refusal(text.replace('JSON.', 'a form.'), 'RefusalOfUpload', headers as Json)
}

const OF_KIND: Record<RefusalKind, [number, Name]> = {
  unauthenticated: [401, 'Unauthenticated'],
  insufficientTokens: [402, 'InsufficientTokens'],
  forbidden: [403, 'Forbidden'],
  wrongCode: [403, 'Forbidden'],
  proofNeeded: [403, 'Forbidden'],
  notFound: [404, 'NotFound'],
  conflict: [409, 'Conflict'],
  otherPerson: [409, 'OtherPerson'],
  badToken: [419, 'BadToken'],
  invalid: [422, 'WrongFields'],
  tooMany: [429, 'TooMany'],
  unavailable: [503, 'Unavailable']
}
const ANY_CALL: [number, Name][] = [
  [400, 'Malformed'],
  [414, 'AddressTooLong'],
  [417, 'UnmetExpectation'],
  [431, 'HeadersTooLarge'],
  [503, 'Unavailable']
]
const ANY_WRITE: [number, Name][] = [
  ...ANY_CALL,
  [408, 'TooSlow'],
  [413, 'TooLarge'],
  [415, 'UnsupportedType'],
  ...(['forbidden', 'badToken', 'tooMany'] as const).map(kind => OF_KIND[kind])
]

interface Call {
  method: Method
  query?: object | undefined
  body?: object | undefined
  takesFile?: string | undefined
  keyed?: boolean | undefined
  timed?: boolean | undefined
  access: 'everyone' | 'signed in'
  isOpen?: true | undefined
  refusals?: readonly RefusalKind[] | undefined
}

/**
 * The refusals of a call by status: those in its contract, and those that follow from its input. A call whose only
 * input is its path has no 422 unless its contract names it. Tests check each refusal against this
 * (`testing/world.ts`).
 */
export function refusalsOf(call: Call): Map<number, Name> {
  const { method, query, body, takesFile, keyed, timed, access, isOpen, refusals = [] } = call
  const kinds: RefusalKind[] = access === 'signed in' ? ['unauthenticated', 'otherPerson'] : []
  // A hut can be for members only.
  if (!isOpen) kinds.push('unauthenticated')
  if (query || body || takesFile || keyed || timed) kinds.push('invalid')
  // The later entry wins for a status. A refusal because of the state says more than one because of the person.
  return new Map([...(method === 'GET' ? ANY_CALL : ANY_WRITE), ...[...kinds, ...refusals].map(kind => OF_KIND[kind])])
}

/** The headers of responses. */
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

/** The headers of a successful response. */
export function headersOf(person: boolean, charges: boolean): Json {
  return {
    ...EVERYWHERE,
    ...(person ? { 'X-Person': headerRef('Person') } : {}),
    ...(charges ? { 'X-Tokens-Left': headerRef('TokensLeft') } : {})
  }
}
