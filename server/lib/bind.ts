/**
 * Binds contracts to handlers. A contract gives the path, checks the input and documents the response. The handler gets
 * checked values and the person who calls. Responses are written by JSON.stringify. The tests check them against their
 * schema, so production does not pay for that check.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whyNotCall } from '../../domain/accounts/may-call.ts'
import { boundDoneAt, readDoneAt } from '../../domain/lib/done-at.ts'
import {
  addressesOf,
  type Endpoint,
  type EventStream,
  type PathParams,
  type ReceivedBy,
  type ResponseOf
} from '../../domain/lib/endpoint.ts'
import { REQUEST_KEY, REQUEST_KEY_TEXT } from '../../domain/lib/fields.ts'
import { MOST_PICTURE_BYTES } from '../../domain/lib/limits.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import { digestOf, type RequestKey } from './idempotency.ts'
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
  deps: Dependencies,
  endpoint: E,
  handler: Handler<E, SignedIn | null>
): void {
  register(app, deps, endpoint, handler, false)
}

/**
 * Binds a call for signed-in people. A visitor gets 401. A call meant for another person gets 409. Both happen before
 * the input is checked.
 */
export function bindSignedIn<E extends AnyEndpoint>(
  app: FastifyInstance,
  deps: Dependencies,
  endpoint: E,
  handler: Handler<E, SignedIn>
): void {
  register(app, deps, endpoint, handler as Handler<E, SignedIn | null>, true)
}

declare module 'fastify' {
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
  deps: Dependencies,
  endpoint: E,
  handler: Handler<E, SignedIn | null>,
  signedInOnly: boolean
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
  const needRight = (person: SignedIn): void => {
    const message = whyNotCall(endpoint, person, deps.config.hut, deps.clock.now())
    if (message !== null) refuse({ kind: 'forbidden', message })
  }
  const options = (query: AnyEndpoint['query']) => ({
    config: {
      ...(endpoint.longText === undefined ? {} : { longText: endpoint.longText }),
      ...(endpoint.takesFile ? { takesFile: true } : {}),
      ...(endpoint.isOpen ? { isOpen: true } : {}),
      ...(endpoint.changes ? { changes: true as const } : {})
    },
    schema: {
      ...(query ? { querystring: query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {})
    },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.changes) needOwnCall(request)
      await deps.identify(request, reply)
      if (signedInOnly) {
        addPersonHeader(request, reply)
        needRight(needPerson(request))
      }
      if (request.viewer && endpoint.method !== 'GET') {
        const bytes = mostBytes(request)
        await deps.take(request.viewer, {
          writes: 1,
          ...(request.viewer.guest_name === null ? {} : { guestWrites: 1 }),
          ...(endpoint.takesFile ? { pictures: 1, pictureBytes: bytes } : { bytes })
        })
      }
    },
    // The digest needs the body as it was sent, so compute it before validation changes the body.
    preValidation: async (request: FastifyRequest) => {
      if (endpoint.keyed) request.requestKey = requestKey(request)
      if (endpoint.fromOlder) request.body = endpoint.fromOlder(request.body)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const response = await handler({
        params: request.params as ReceivedBy<E>['params'],
        query: request.query as ReceivedBy<E>['query'],
        body: request.body as ReceivedBy<E>['body'],
        viewer: request.viewer,
        key: request.requestKey,
        doneAt: endpoint.timed ? doneAt(request, deps.clock.now()) : deps.clock.now(),
        request,
        reply
      })
      return reply.send(response)
    }
  })
  for (const { path, query } of addressesOf(endpoint)) {
    deps.document({
      ...endpoint,
      path,
      query,
      contract: endpoint,
      access: signedInOnly ? 'signed in' : 'everyone',
      meansPerson: signedInOnly
    })
    app.route({ method: endpoint.method, url: path, ...options(query) })
  }
}

/** Anybody may listen. The handler sends the events. */
export function bindStream<Path extends string, Also extends { path: string }>(
  app: FastifyInstance,
  deps: Dependencies,
  stream: EventStream<Path, Also>,
  send: (asked: {
    params: PathParams<Path> | PathParams<Also['path']>
    request: FastifyRequest
    reply: FastifyReply
  }) => Promise<void>
): void {
  const { summary, event: response, refusals } = stream
  for (const { path, query } of addressesOf(stream)) {
    deps.document({
      method: 'GET',
      path,
      query,
      summary,
      response,
      refusals,
      contract: stream,
      isStream: true,
      access: 'everyone',
      meansPerson: false
    })
    app.get(path, {
      exposeHeadRoute: false,
      onRequest: deps.identify,
      handler: (request, reply) => send({ params: request.params as PathParams<Path>, request, reply })
    })
  }
}

export function requestKey({ headers, method, url, body }: FastifyRequest): RequestKey | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && REQUEST_KEY.test(key))
    return { request_key: key, request_digest: digestOf(method, url, body) }
  return refuse({
    kind: 'invalid',
    fields: { 'Idempotency-Key': REQUEST_KEY_TEXT }
  })
}

function doneAt(request: FastifyRequest, now: number): number {
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
