/**
 * Binds contracts to handlers. The contract gives the path, checks the input and documents the response; the handler
 * gets checked values and who asks. Responses are written by JSON.stringify: the tests check them against their schema,
 * so that production does not pay for it at each request.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { boundDoneAt, readDoneAt } from '../../domain/lib/done-at.ts'
import type { Endpoint, ReceivedBy, ResponseOf } from '../../domain/lib/endpoint.ts'
import { MOST_PICTURE_BYTES } from '../../domain/lib/limits.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { leftOutText, PICTURES_LEFT_OUT } from '../../domain/uploads/left-out.ts'
import type { Copied } from '../uploads/copies.ts'
import { cleanAhead } from './html.ts'
import { digestOf, type RequestKey } from './idempotency.ts'
import type { Amounts } from './limits/allowances.ts'
import { needOwnCall } from './security/fetch-dest.ts'
import { needPerson, tellPerson } from './security/meant-for.ts'
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
  /** Names one intent: a retry with the same key changes nothing more. Null unless the contract is `keyed`. */
  key: RequestKey | null
  /** When the person did it, in ms since 1970: now, or earlier where the contract is `timed` and it waited in the browser. */
  doneAt: number
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E, Who> = (asked: Asked<E, Who>) => Promise<ResponseOf<E>>

/** Anybody may call it. */
export function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, SignedIn | null>
): void {
  register(app, endpoint, handler, false)
}

/** Refuses whoever may not write the text that the address names. */
type MayWrite<E> = (asked: { params: ReceivedBy<E>['params']; viewer: SignedIn }) => Promise<unknown>

/**
 * A visitor is refused with 401, and a call that is meant for another person with 409, before the input is looked at.
 * @param mayWrite runs before pictures of other sites are copied. A contract with `richText` that changes something needs it
 */
export function bindSignedIn<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, SignedIn>,
  mayWrite?: MayWrite<E>
): void {
  if (endpoint.richText && endpoint.path.includes(':') && !mayWrite) {
    throw new Error(`${endpoint.method} ${endpoint.path} copies pictures, and nothing checks first who writes`)
  }
  register(app, endpoint, handler as Handler<E, SignedIn | null>, true, mayWrite)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes from what a person may use in a while, or refuses with 429. */
    take: (person: number, amounts: Amounts) => Promise<void>
    /** The same body with copies of the pictures that its texts show from elsewhere (D-141). `mayCopy` runs before. */
    copyPictures: <Body>(person: number, body: Body, mayCopy: () => Promise<unknown>) => Promise<Copied<Body>>
  }
  interface FastifyContextConfig {
    /** The field that makes a body too large (`Endpoint`). */
    longText?: string
    /** Its body may take as long as it needs, while it goes on coming. */
    takesFile?: boolean
  }
  interface FastifyRequest {
    /** Of a call with a key; null for any other. */
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
  /** Of the body. One without a length may be as long as any, and a longer one is refused anyway. */
  const mostBytes = ({ headers }: FastifyRequest): number => {
    const { bodyLimit = 0 } = app.initialConfig
    const most = endpoint.takesFile ? MOST_PICTURE_BYTES : bodyLimit
    return Math.min(Number(headers['content-length'] ?? (endpoint.takesFile || endpoint.body ? most : 0)), most)
  }
  app.documented.push({
    ...endpoint,
    tag: app.feature,
    access: signedInOnly ? 'signed in' : 'everybody',
    meansPerson: signedInOnly
  })
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      ...(endpoint.longText === undefined ? {} : { longText: endpoint.longText }),
      ...(endpoint.takesFile ? { takesFile: true } : {})
    },
    schema: {
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {})
    },
    onRequest: async (request, reply) => {
      if (endpoint.changes) needOwnCall(request)
      await request.identify(reply)
      if (signedInOnly) {
        tellPerson(request, reply)
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
    // The body is as it was sent only before it is checked.
    preValidation: async request => {
      if (endpoint.keyed) request.requestKey = requestKey(request)
    },
    preHandler: async (request, reply) => {
      const { viewer } = request
      if (!endpoint.richText || !viewer) return
      await cleanAhead(request.body)
      const params = request.params as ReceivedBy<E>['params']
      const mayCopy = async (): Promise<unknown> => mayWrite?.({ params, viewer })
      const { value, leftOut } = await app.copyPictures(viewer.id, request.body, mayCopy)
      request.body = value
      if (leftOut.length > 0) void reply.header(PICTURES_LEFT_OUT, leftOutText(leftOut))
    },
    handler: async (request, reply) => {
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
}

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

/** Tells the page what is left after a charge, so that its balance follows at once (TOK-15). */
export function showTokensLeft(reply: FastifyReply, left: number | null): void {
  if (left !== null) void reply.header('x-tokens-left', left)
}
