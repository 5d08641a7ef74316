/**
 * All calls to the server go through here. Types come from the contract. A refusal is thrown as `CallRefused`. Every
 * failure is logged; what is shown is up to the caller (API-47).
 */
import type { CallOf, Endpoint, Method, ResponseOf } from '../../domain/lib/endpoint.ts'
import { fillPath, queryString } from '../../domain/lib/endpoint.ts'
import type { RefusalBody } from '../../domain/lib/refusal.ts'
import { PICTURES_LEFT_OUT } from '../../domain/uploads/left-out.ts'
import { clientUuid } from './client-uuid.ts'
import { noteWrite } from './embedded.ts'
import { asPerson, doubt } from './identity.ts'
import { addTimeSample, serverNow } from './server-clock.ts'
import { getUser, setTokensLeft } from './user.ts'

export class CallRefused extends Error {
  readonly status: number
  readonly body: RefusalBody
  /** How long the server asks to wait, in ms; null when it does not say. */
  readonly retryAfter: number | null

  constructor(status: number, body: RefusalBody, retryAfter: number | null = null) {
    super(body.message)
    this.name = 'CallRefused'
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No response came, or something in between sent what is not ours, such as a hotel's page to sign in. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}

interface Who {
  /** Sent as `Idempotency-Key`: the server does a call with the same key once, however often it arrives. */
  key?: string
  /** The id of the person who does it; otherwise whoever the page shows. The server refuses when that is not who is signed in. */
  as?: number
}
interface CallExtra extends Who {
  /** The page does it by itself: whoever was signed out is told so, and not asked to sign in for it. */
  isUnasked?: true
}
interface RequestExtra extends Who {
  /** Sent as `X-Done-At`: when the person did it, in ms since 1970 by the server's clock. */
  doneAt?: number
  /** After so many ms without the whole response the call fails, as if the connection had broken. */
  timeout?: number
}
// biome-ignore lint/complexity/noBannedTypes: `{}` asks whether every property is optional.
type Input<E> = {} extends CallOf<E> ? [input?: CallOf<E> & CallExtra] : [input: CallOf<E> & CallExtra]
interface AnyInput extends CallExtra {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

/**
 * Thrown when a write was not sent because an identical one is in flight. It is neither done nor failed, and nothing is
 * shown (API-09, D-23).
 */
export class Skipped extends Error {}

const inFlight = new Map<string, Promise<unknown>>()
let writesEnded = 0

/** @internal Asked by tests alone: what is on its way belongs to another test. */
export const forgetCalls = (): void => inFlight.clear()

/** When the person was signed out meanwhile, they are asked to sign in, and the call goes on. */
export function call<E extends Endpoint>(endpoint: E, ...[input]: Input<E>): Promise<ResponseOf<E>> {
  const { params, query, body, key, as, isUnasked } = (input ?? {}) as AnyInput
  const url = fillPath(endpoint.path, params) + queryString(query)
  const run = () => request(endpoint.method, url, body, { key, as }) as Promise<ResponseOf<E>>
  return isUnasked ? run() : asPerson(run, isLoginRefusal)
}

/** Whether the server refused because the person is not signed in any more, or somebody else is. */
export function isLoginRefusal(error: unknown): boolean {
  return error instanceof CallRefused && (error.status === 401 || error.body.error_code === 'OTHER_PERSON')
}

/**
 * A call identical to one in flight is not sent (API-09, D-23). A read gets the response of the first one. A write
 * throws `Skipped`, so that nothing is done or shown twice; `messageOf` (ui/forms/form-errors.tsx) and `toast` show
 * nothing for it.
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

/** Presses that follow each other without a pause must not keep a page from its data. */
const MOST_READS = 5

/**
 * A read that was in flight when a write ended may return the state from before it, so it is sent again. What changed
 * during the last of them comes with the response of that write.
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
    if ((response.headers.get('x-person') ?? person) !== person) void doubt()
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

/** A proxy may take less than the server. */
const TOO_LARGE = 'This is too large to be sent: shorten it, or divide it.'

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

/** For saves whose text lost pictures that could not be copied; the text is that of the header. */
export function onPicturesLeftOut(listener: (text: string) => void): () => void {
  leftOutListeners.add(listener)
  return () => leftOutListeners.delete(listener)
}

const refusalListeners = new Set<(refused: CallRefused) => void>()

/** For refusals that every caller treats alike: out of tokens. */
export function onRefusal(listener: (refused: CallRefused) => void): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}
