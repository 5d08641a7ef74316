/**
 * Binds contracts to handlers. A contract gives the path, checks the input and documents the response. The handler gets
 * checked values and the person who calls. Responses are written by JSON.stringify. The tests check them against their
 * schema, so production does not pay for that check.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { boundDoneAt, readDoneAt } from '../../domain/lib/done-at.ts'
import {
  addressesOf,
  type Endpoint,
  type EventStream,
  type PathParams,
  type ReceivedBy,
  type ResponseOf
} from '../../domain/lib/endpoint.ts'
import { MOST_PICTURE_BYTES } from '../../domain/lib/limits.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { leftOutText, PICTURES_LEFT_OUT } from '../../domain/uploads/left-out.ts'
import type { Copied } from '../uploads/copies.ts'
import { cleanAhead } from './html.ts'
import { digestOf, type RequestKey } from './idempotency.ts'
import type { Amounts } from './limits/allowances.ts'
import { needOwnCall } from './security/fetch-dest.ts'
import { addPersonHeader, needPerson } from './security/person-header.ts'
import type { SignedIn } from './signed-in.ts'

// biome-ignore lint/suspicious/noExplicitAny: any endpoint, whatever its schemas
type AnyEndpoint = Endpoint<string, any, any, any>

/** The documented calls return these two keys with every success. */
export const NO_ERROR = { error: null, error_code: null }

interface Asked<E, Who> {
  params: ReceivedBy<E>['params']
  query: ReceivedBy<E>['query']
  body: ReceivedBy<E>['body']
  viewer: Who
  /** Identifies a call. A retry with the same key changes nothing again. Null unless the contract is `keyed`. */
  key: RequestKey | null
  /**
   * When the person did it, in ms since 1970. It is now, or an earlier time if the contract is `timed` and the call
   * waited in the browser.
   */
  doneAt: number
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E, Who> = (asked: Asked<E, Who>) => Promise<ResponseOf<E>>

/** Binds a call that everyone may make. */
export function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, SignedIn | null>
): void {
  register(app, endpoint, handler, false)
}

/** Throws when the person may not change the text that the address names. */
type MayWrite<E> = (asked: { params: ReceivedBy<E>['params']; viewer: SignedIn }) => Promise<unknown>

/**
 * Binds a call for signed-in people. A visitor gets 401. A call meant for another person gets 409. Both happen before
 * the input is checked.
 * @param mayWrite runs before pictures of other sites are copied; required for a contract with `richText` that changes
 * something
 */
export function bindSignedIn<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, SignedIn>,
  mayWrite?: MayWrite<E>
): void {
  if (endpoint.richText && endpoint.path.includes(':') && !mayWrite) {
    throw new Error(`${endpoint.method} ${endpoint.path} copies pictures without checking first who may write`)
  }
  register(app, endpoint, handler as Handler<E, SignedIn | null>, true, mayWrite)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes from a person's allowances, or refuses with 429. */
    take: (person: number, amounts: Amounts) => Promise<void>
    /** Returns the body with copies of the foreign pictures in its texts (D-141). `mayCopy` runs first. */
    copyPictures: <Body>(person: number, body: Body, mayCopy: () => Promise<unknown>) => Promise<Copied<Body>>
  }
  interface FastifyContextConfig {
    /** The field that usually makes a body too large (`Endpoint`). */
    longText?: string
    /** The body may take as long as it needs, if more of it keeps arriving. */
    takesFile?: boolean
  }
  interface FastifyRequest {
    /** The key of the call; null when it has none. */
    requestKey: RequestKey | null
  }
}

function register<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, SignedIn | null>,
  signedInOnly: boolean,
  mayWrite?: MayWrite<E>
): void {
  /**
   * The largest possible size of the body. Without a stated length it counts as the limit, because a longer body is
   * refused.
   */
  const mostBytes = ({ headers }: FastifyRequest): number => {
    const { bodyLimit = 0 } = app.initialConfig
    const most = endpoint.takesFile ? MOST_PICTURE_BYTES : bodyLimit
    return Math.min(Number(headers['content-length'] ?? (endpoint.takesFile || endpoint.body ? most : 0)), most)
  }
  const options = (query: AnyEndpoint['query']) => ({
    config: {
      ...(endpoint.longText === undefined ? {} : { longText: endpoint.longText }),
      ...(endpoint.takesFile ? { takesFile: true } : {})
    },
    schema: {
      ...(query ? { querystring: query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {})
    },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.changes) needOwnCall(request)
      await request.identify(reply)
      if (signedInOnly) {
        addPersonHeader(request, reply)
        needPerson(request)
      }
      if (request.viewer && endpoint.method !== 'GET') {
        const bytes = mostBytes(request)
        await app.take(request.viewer.id, {
          writes: 1,
          ...(endpoint.takesFile ? { pictures: 1, pictureBytes: bytes } : { bytes })
        })
      }
    },
    // The digest needs the body as it was sent, so compute it before validation changes the body.
    preValidation: async (request: FastifyRequest) => {
      if (endpoint.keyed) request.requestKey = requestKey(request)
      if (endpoint.fromOlder) request.body = endpoint.fromOlder(request.body)
    },
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { viewer } = request
      if (!endpoint.richText || !viewer) return
      await cleanAhead(request.body)
      const params = request.params as ReceivedBy<E>['params']
      const mayCopy = async (): Promise<unknown> => mayWrite?.({ params, viewer })
      const { value, leftOut } = await app.copyPictures(viewer.id, request.body, mayCopy)
      request.body = value
      if (leftOut.length > 0) void reply.header(PICTURES_LEFT_OUT, leftOutText(leftOut))
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const response = await handler({
        params: request.params as ReceivedBy<E>['params'],
        query: request.query as ReceivedBy<E>['query'],
        body: request.body as ReceivedBy<E>['body'],
        viewer: request.viewer,
        key: request.requestKey,
        doneAt: endpoint.timed ? doneAt(request) : request.server.now(),
        request,
        reply
      })
      return reply.send(response)
    }
  })
  for (const { path, query } of addressesOf(endpoint)) {
    app.documented.push({
      ...endpoint,
      path,
      query,
      contract: endpoint,
      tag: app.feature,
      access: signedInOnly ? 'signed in' : 'everybody',
      meansPerson: signedInOnly
    })
    app.route({ method: endpoint.method, url: path, ...options(query) })
  }
}

/** Anybody may listen. The handler sends the events. */
export function bindStream<Path extends string, Also extends { path: string }>(
  app: FastifyInstance,
  stream: EventStream<Path, Also>,
  send: (asked: {
    params: PathParams<Path> | PathParams<Also['path']>
    request: FastifyRequest
    reply: FastifyReply
  }) => Promise<void>
): void {
  const { summary, event: response, refusals } = stream
  for (const { path, query } of addressesOf(stream)) {
    app.documented.push({
      method: 'GET',
      path,
      query,
      summary,
      response,
      refusals,
      contract: stream,
      tag: app.feature,
      isStream: true,
      access: 'everybody',
      meansPerson: false
    })
    app.get(path, {
      exposeHeadRoute: false,
      onRequest: async (request, reply) => request.identify(reply),
      handler: (request, reply) => send({ params: request.params as PathParams<Path>, request, reply })
    })
  }
}

/** The format of an idempotency key. */
export const KEY = /^[\x21-\x7e]{8,100}$/

function requestKey({ headers, method, url, body }: FastifyRequest): RequestKey | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && KEY.test(key)) return { request_key: key, request_digest: digestOf(method, url, body) }
  return refuse({
    kind: 'invalid',
    fields: { 'Idempotency-Key': 'Give 8 to 100 printable characters without spaces.' }
  })
}

function doneAt(request: FastifyRequest): number {
  const now = request.server.now()
  const header = request.headers['x-done-at']
  if (header === undefined) return now
  const sent = readDoneAt(String(header))
  if (sent === null)
    return refuse(invalid('X-Done-At', 'Give a date and time as ISO 8601, such as 2026-01-31T18:00:00Z.'))
  return boundDoneAt(sent, now, request.viewer?.since.getTime() ?? now)
}

/** Tells the page the remaining tokens after a charge, so that it can update its balance at once (TOK-15). */
export function showTokensLeft(reply: FastifyReply, left: number | null): void {
  if (left !== null) void reply.header('x-tokens-left', left)
}
