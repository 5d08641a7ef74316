/**
 * The contract of a call: method, path, input, response and refusals as one value. The page, the server, the tests and
 * the API document all use it. Paths are the documented ones under `/api`. The server also accepts writes without that
 * prefix, by rewriting their URL (D-19). In browsers a contract has only its method and path (`client/lean-module.ts`).
 */

import type * as z from 'zod/mini'
import { own } from './own.ts'
import type { RefusalKind } from './refusal.ts'

type Schema = z.ZodMiniType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an admin can allow to admins and moderators only. */
export const CREATED = ['sessions', 'groups', 'activities', 'pages'] as const
export type Created = (typeof CREATED)[number]

/** The names in a path: `PathParams<'/a/:b/c/:d'>` is `{ b: string; d: string }`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown

/** Another documented address of the same call, with the query that only it takes. */
export interface Alias {
  path: string
  query?: Schema
}

/** A contract without its method and path. */
interface Terms<
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Response extends Schema,
  Also extends Alias | undefined
> {
  alias?: Also
  /** One line for the API document. */
  summary: string
  query?: Query
  body?: Body
  /** Turns an older form of the body into `body`, before the server checks it. */
  fromOlder?: (sent: unknown) => unknown
  response: Response
  /** The call supports the header `Idempotency-Key`: a retry with the same key changes nothing. */
  keyed?: true
  /**
   * Each `content` in the body is HTML. The handler copies pictures from other sites before it saves the text (D-141).
   * A test calls each of these contracts with such a picture (server/uploads/copies.test.ts).
   */
  richText?: true
  /** A documented GET that changes something. The server protects it against calls from links and other sites. */
  changes?: true
  /** People who are suspended or wait for approval may make it too (domain/accounts/may-call.ts). */
  whileHeld?: true
  /** Guests may make it too (D-152). They may make every GET that members may make. */
  guests?: true
  /** The person must have confirmed their email (D-145). */
  needsEmail?: true
  /** The setting of the hut that says who may make this call (domain/settings/settings.ts). */
  creates?: Created
  /** Visitors may make it in a hut for members only too (D-146). */
  isOpen?: true
  /** The multipart field that holds a file. Its bytes count towards the allowance for pictures. */
  takesFile?: string
  /** The call supports the header `X-Done-At`, the time at which the person did it. */
  timed?: true
  /** The field to name in the error when the body is too large. */
  longText?: string
  /**
   * The kinds of refusal, in addition to those that follow from the other fields (`server/api-document/refusals.ts`).
   */
  refusals?: readonly RefusalKind[]
}

export interface Endpoint<
  Path extends string = string,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Also extends Alias | undefined = Alias | undefined
> extends Terms<Query, Body, Response, Also> {
  method: Method
  path: Path
}

/**
 * Declares a contract, and infers the types of path, query, body and response.
 * @__NO_SIDE_EFFECTS__
 */
export function endpoint<
  const Path extends string,
  Response extends Schema,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  const Also extends Alias | undefined = undefined
>(method: Method, path: Path, terms: Terms<Query, Body, Response, Also>): Endpoint<Path, Query, Body, Response, Also> {
  return { method, path, ...terms }
}

/** Every address of a call, the main one first. */
export function addressesOf<E extends Pick<Endpoint, 'path' | 'query' | 'alias'>>({
  path,
  query,
  alias
}: E): { path: string; query?: Schema | undefined }[] {
  return alias ? [{ path, query }, alias] : [{ path, query }]
}

/** An event stream: an address that sends events as long as it is open. */
export interface EventStream<Path extends string = string, Also extends Alias = Alias> {
  path: Path
  alias: Also
  summary: string
  /** Of each event. */
  event: Schema
  refusals: readonly RefusalKind[]
}

type InputOf<S> = S extends Schema ? z.input<S> : undefined
type OutputOf<S> = S extends Schema ? z.output<S> : undefined

/** The input of a call: path parameters, query and body, as far as the contract has them. */
export type CallOf<E> =
  E extends Endpoint<infer Path, infer Query, infer Body, Schema>
    ? (unknown extends PathParams<Path> ? unknown : { params: PathParams<Path> }) &
        (Query extends Schema ? { query?: InputOf<Query> } : unknown) &
        (Body extends Schema ? { body: InputOf<Body> } : unknown)
    : never

/** The checked input that a handler receives. The parameters tell an alias from the main address. */
export type ReceivedBy<E> =
  E extends Endpoint<infer Path, infer Query, infer Body, Schema, infer Also>
    ? {
        params: PathParams<Path> | (Also extends Alias ? PathParams<Also['path']> : never)
        query: OutputOf<Query> | (Also extends Alias ? OutputOf<Also['query']> : never)
        body: OutputOf<Body>
      }
    : never

export type ResponseOf<E> = E extends Endpoint<string, infer _Q, infer _B, infer Response> ? z.output<Response> : never

/**
 * Fills in the parameters of a path: `/a/:b` with `{ b: 'x/y' }` becomes `/a/x%2Fy`.
 * @throws Error when a parameter is missing
 */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = own(params, name)
    if (value === undefined) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

type QueryValue = string | number | boolean | null | undefined | readonly QueryValue[]

/**
 * Returns a query string with indexed arrays (`a[0]=x`), booleans as 0 and 1, and without nulls (API-04, API-05,
 * API-06). It starts with `?` unless it is empty.
 */
export function queryString(query: Record<string, QueryValue> = {}): string {
  const search = new URLSearchParams()
  const add = (key: string, value: QueryValue): void => {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) {
      value.forEach((item: QueryValue, index) => {
        add(`${key}[${index}]`, item)
      })
    } else if (typeof value === 'boolean') search.append(key, value ? '1' : '0')
    else search.append(key, String(value))
  }
  for (const [key, value] of Object.entries(query)) add(key, value)
  const text = search.toString()
  return text ? `?${text}` : ''
}
