/**
 * One contract a call: method, path, input, response and refusals as one value, used by the caller, the server,
 * the tests and the API document alike. Paths are the documented ones under `/api`; writes are served without the
 * prefix too, by one URL rewrite on the server (D-19).
 */

import type * as z from 'zod/mini'
import { own } from './own.ts'
import type { RefusalKind } from './refusal.ts'

type Schema = z.ZodMiniType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The names in a path: `PathParams<'/a/:b/c/:d'>` is `{ b: string; d: string }`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown

export interface Endpoint<
  Path extends string = string,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema
> {
  method: Method
  path: Path
  /** One line for the API document. */
  summary: string
  query?: Query
  body?: Body
  response: Response
  /** `Idempotency-Key` names one intent: a retry with the same key changes nothing more. Without this it is ignored. */
  keyed?: true
  /** Each `content` of the body is HTML; pictures that it shows from elsewhere are copied before it is saved (D-141). */
  richText?: true
  /** A GET that changes something, as documented: a link or another site cannot make it. */
  changes?: true
  /** The field of a form (multipart) that holds a file; its bytes count as those of pictures. */
  takesFile?: string
  /** `X-Done-At` says when the person did it. Without this it is ignored. */
  timed?: true
  /** The field that makes a body too large to be read, if one is. */
  longText?: string
  /** How it may be refused, beyond what follows from what it takes (`server/api-document/refusals.ts`). */
  refusals?: readonly RefusalKind[]
}

/**
 * Declares a contract. It returns what it is given; the call only infers the types of path, query, body and response.
 */
export function endpoint<
  const Path extends string,
  Response extends Schema,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined
>(definition: Endpoint<Path, Query, Body, Response>): Endpoint<Path, Query, Body, Response> {
  return definition
}

type InputOf<S> = S extends Schema ? z.input<S> : undefined
type OutputOf<S> = S extends Schema ? z.output<S> : undefined

/** What a caller gives: path parameters, query and body, as far as the contract has them. */
export type CallOf<E> =
  E extends Endpoint<infer Path, infer Query, infer Body, Schema>
    ? (unknown extends PathParams<Path> ? unknown : { params: PathParams<Path> }) &
        (Query extends Schema ? { query?: InputOf<Query> } : unknown) &
        (Body extends Schema ? { body: InputOf<Body> } : unknown)
    : never

/** What a handler receives, after the input was checked. */
export type ReceivedBy<E> =
  E extends Endpoint<infer Path, infer Query, infer Body, Schema>
    ? { params: PathParams<Path>; query: OutputOf<Query>; body: OutputOf<Body> }
    : never

export type ResponseOf<E> = E extends Endpoint<string, infer _Q, infer _B, infer Response> ? z.output<Response> : never

/** `/a/:b` with `{ b: 'x/y' }` becomes `/a/x%2Fy`. Throws when a parameter is missing. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = own(params, name)
    if (value === undefined) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

type QueryValue = string | number | boolean | null | undefined | readonly QueryValue[]

/** Indexed arrays (`a[0]=x`), booleans as 0/1, nulls skipped (API-04, API-05, API-06). Starts with `?` unless empty. */
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
