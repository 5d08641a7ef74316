/**
 * Sends all calls to the server, typed by their contracts. Throws refusals as `CallRefused` and logs every failure.
 * The caller shows errors (API-47).
 */
import type { CallOf, Endpoint, Method, ResponseOf } from '../../domain/lib/endpoint.ts'
import { fillPath, queryString } from '../../domain/lib/endpoint.ts'
import type { RefusalBody } from '../../domain/lib/refusal.ts'
import { PICTURES_LEFT_OUT } from '../../domain/uploads/left-out.ts'
import { clientUuid } from './client-uuid.ts'
import { addTimeSample, serverNow } from './dates/server-clock.ts'
import { noteWrite } from './embedded.ts'
import { asPerson, recheckLogin } from './identity.ts'
import { getUser, setTokensLeft } from './user.ts'

export class CallRefused extends Error {
  readonly status: number
  readonly body: RefusalBody
  /** How long the server asks to wait, in ms; null if it does not say. */
  readonly retryAfter: number | null

  constructor(status: number, body: RefusalBody, retryAfter: number | null = null) {
    super(body.message)
    this.name = 'CallRefused'
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No response came, or something in between sent its own page, such as a hotel's login page. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}

interface Who {
  /** Sent as `Idempotency-Key`. The server runs a call with the same key once, however often it arrives. */
  key?: string
  /**
   * The id of the person of the call; by default the person on the page. The server refuses if someone else is
   * signed in.
   */
  as?: number
}
interface CallExtra extends Who {
  /** Set for calls that the page makes by itself. If the login has ended, a notice appears, but no sign-in prompt. */
  isUnasked?: true
}
interface RequestExtra extends Who {
  /** Sent as `X-Done-At`: when the person acted, in ms since 1970 by the server's clock. */
  doneAt?: number
  /** The call fails after so many ms without the whole response, as if the connection had broken. */
  timeout?: number
}
// biome-ignore lint/complexity/noBannedTypes: `{}` tests whether every property is optional.
type Input<E> = {} extends CallOf<E> ? [input?: CallOf<E> & CallExtra] : [input: CallOf<E> & CallExtra]
interface AnyInput extends CallExtra {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

/**
 * Thrown when a write was not sent because an identical one is in flight, or when the person cancelled it. It has
 * neither succeeded nor failed, and the caller shows nothing (API-09, D-23).
 */
export class Skipped extends Error {}

const inFlight = new Map<string, Promise<unknown>>()
let writesEnded = 0

/** @internal Used by tests only, to drop the calls of earlier tests. */
export const forgetCalls = (): void => inFlight.clear()

/**
 * Calls the server. If the person's login has ended, they get a sign-in prompt, and the call is repeated afterwards.
 */
export function call<E extends Endpoint>(endpoint: E, ...[input]: Input<E>): Promise<ResponseOf<E>> {
  const { params, query, body, key, as, isUnasked } = (input ?? {}) as AnyInput
  const url = fillPath(endpoint.path, params) + queryString(query)
  const run = () => request(endpoint.method, url, body, { key, as }) as Promise<ResponseOf<E>>
  return isUnasked ? run() : asPerson(run, isLoginRefusal)
}

/** Whether the server refused because the person is no longer signed in, or someone else is. */
export function isLoginRefusal(error: unknown): boolean {
  return error instanceof CallRefused && (error.status === 401 || error.body.error_code === 'OTHER_PERSON')
}

/**
 * Sends a call unless an identical one is in flight (API-09, D-23). A read then shares the response of the first one.
 * A write throws `Skipped`; `messageOf` (ui/forms/form-errors.tsx) and `toast` show nothing for it.
 */
export function request(method: Method, url: string, body?: object, extra: RequestExtra = {}): Promise<unknown> {
  const text =
    method === 'GET' || (method === 'DELETE' && !body)
      ? undefined
      : JSON.stringify({ client_uuid: clientUuid(), ...body })
  const identity = JSON.stringify([method, url, text, extra.key, extra.as ?? getUser()?.id])
  const running = inFlight.get(identity)
  if (running) return method === 'GET' ? running : Promise.reject(new Skipped(`${method} ${url} is on its way`))
  const response = (method === 'GET' ? read(url, extra) : write(method, url, text, extra)).finally(() =>
    inFlight.delete(identity)
  )
  inFlight.set(identity, response)
  return response
}

/** Limits the repeats, so that a series of writes cannot delay a page for ever. */
const MOST_READS = 5

/**
 * A read that was in flight when a write ended may return the state from before the write, so it is sent again. If
 * writes also end during the last try, their own responses bring the changes.
 */
async function read(url: string, extra: RequestExtra): Promise<unknown> {
  for (let reads = 1; ; reads++) {
    const before = writesEnded
    const response = await send('GET', url, undefined, extra)
    if (before === writesEnded || reads === MOST_READS) return response
  }
}

function write(method: Method, url: string, text: string | undefined, extra: RequestExtra): Promise<unknown> {
  return send(method, url, text, extra).finally(() => {
    writesEnded++
    noteWrite()
  })
}

async function send(
  method: Method,
  url: string,
  body: string | undefined,
  { key, as, doneAt, timeout }: RequestExtra
): Promise<unknown> {
  const limit = new AbortController()
  const timer = timeout === undefined ? undefined : setTimeout(() => limit.abort(), timeout)
  try {
    const person = String(as ?? getUser()?.id ?? 'visitor')
    const headers: Record<string, string> = { accept: 'application/json', 'x-person': person }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (key !== undefined) headers['idempotency-key'] = key
    if (doneAt !== undefined) headers['x-done-at'] = new Date(doneAt).toISOString()
    const sentAt = Date.now()
    const init = { method, headers, body, credentials: 'same-origin', signal: limit.signal } as const
    const response = await fetch(url, init).catch(noResponse)
    readHeaders(response.headers, sentAt)
    if ((response.headers.get('x-person') ?? person) !== person) void recheckLogin()
    const text = await response.text().catch(noResponse)
    if (response.ok) return text ? parse(text) : null
    throw refusedBy(response, text)
  } catch (error) {
    console.warn(`${method} ${url}:`, error instanceof Error ? error.message : error)
    if (error instanceof CallRefused) for (const listener of refusalListeners) listener(error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function readHeaders(headers: Headers, sentAt: number): void {
  const leftOut = headers.get(PICTURES_LEFT_OUT)
  if (leftOut !== null) for (const listener of leftOutListeners) listener(leftOut)
  addTimeSample(Number(headers.get('x-server-time')), sentAt, Date.now())
  const left = headers.get('x-tokens-left')
  if (left !== null) setTokensLeft(Number(left))
}

function noResponse(error: unknown): never {
  throw new NoResponse(error instanceof Error ? error.message : String(error))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return noResponse(error)
  }
}

/** A proxy may accept less than the server. */
const TOO_LARGE = 'This is too large to send. Shorten it, or split it up.'

/** A proxy in between may return something other than our JSON. */
function refusedBy(response: Response, text: string): CallRefused {
  try {
    const body = JSON.parse(text) as RefusalBody
    if (typeof body.message === 'string') return new CallRefused(response.status, body, retryAfter(response))
  } catch {}
  const message = response.status === 413 ? TOO_LARGE : response.statusText || `Error ${response.status}`
  return new CallRefused(response.status, { message, error: message }, retryAfter(response))
}

/** `Retry-After` holds seconds, or a date of the server's clock. */
function retryAfter({ headers }: Response): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - serverNow()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

const leftOutListeners = new Set<(text: string) => void>()

/** Subscribes to saves that dropped pictures, because they could not be copied. `text` is the value of the header. */
export function onPicturesLeftOut(listener: (text: string) => void): () => void {
  leftOutListeners.add(listener)
  return () => leftOutListeners.delete(listener)
}

const refusalListeners = new Set<(refused: CallRefused) => void>()

/** Subscribes to refusals that need the same reaction everywhere, such as missing tokens. */
export function onRefusal(listener: (refused: CallRefused) => void): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}
