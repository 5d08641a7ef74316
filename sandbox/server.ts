/**
 * The payment sandbox is a server on a loopback port for installations without provider keys. It implements the
 * provider's interface, and the official SDK calls it. README.md lists the calls.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../server/db/database.ts'
import type { Clock } from '../server/lib/clock.ts'
import { isBusy, isUnreachable } from '../server/lib/database-errors.ts'
import type { Call, Route } from './call.ts'
import { catalogRoutes } from './catalog.ts'
import { chargeRoutes } from './charges.ts'
import { clockRoutes, postponeNextDue, runNextDue } from './clocks.ts'
import { customerRoutes } from './customers.ts'
import { expand } from './expand.ts'
import { Fault, invalid } from './faults.ts'
import { check, decodeForm } from './form.ts'
import { invoiceRoutes } from './invoices.ts'
import {
  API_VERSION,
  findResponse,
  forgetEvents,
  forgetResponses,
  insertResponse,
  lockSandbox,
  makeId,
  Store,
  secretText
} from './object-rows.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { setupIntentRoutes } from './setup-intents.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { eventRoutes, sendEvents } from './webhooks.ts'

const HOST = '127.0.0.1'
const LARGEST_BODY = 65_536
const LOOK_EVERY_MS = 5000
const FORGET_EVERY_SECONDS = 3600
const RESPONSES_KEPT_SECONDS = 86_400
const EVENTS_KEPT_SECONDS = 30 * 86_400
const LONGEST_KEY = 255

const ROUTES = [
  ...catalogRoutes,
  ...chargeRoutes,
  ...clockRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes
].map(route => ({ ...route, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '([^/]+)')}$`) }))

export interface SandboxRequest {
  method: string
  /** Path and query. */
  url: string
  authorization: string | undefined
  idempotencyKey?: string | undefined
  /** Form-encoded. */
  body: string
}

export interface SandboxResponse {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Sandbox {
  host: string
  port: number
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Handles a call from a page. The secret key is refused here. */
  handle: (request: SandboxRequest) => Promise<SandboxResponse>
  /** Sets the URL to which this node sends events. With null it sends none. */
  webhooksTo: (url: string | null) => void
  /** Runs everything that is due and sends the waiting events. */
  tick: () => Promise<void>
  close: () => Promise<void>
}

interface Options {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
}

/** Starts this node's sandbox. All nodes on one database share its objects and keys. */
export async function startSandbox({ db, clock, log }: Options): Promise<Sandbox> {
  const now = (): number => Math.floor(clock.now() / 1000)
  const change = inTurn()
  let webhookUrl: string | null = null
  let isClosed = false
  let forgetAt = 0

  const write = <Result>(work: (store: Store) => Promise<Result>): Promise<Result> =>
    change(() =>
      db.transaction(async tx => {
        await lockSandbox(tx)
        return work(new Store(tx, now()))
      })
    )

  const keys = await write(findKeys)

  const answer = async (request: SandboxRequest, isPage: boolean): Promise<SandboxResponse> => {
    const requestId = makeId('req')
    const headers = { 'content-type': 'application/json', 'request-id': requestId, 'stripe-version': API_VERSION }
    try {
      const { status, body, isReplayed } = await perform(request, isPage)
      return { status, headers: isReplayed ? { ...headers, 'idempotent-replayed': 'true' } : headers, body }
    } catch (error) {
      if (error instanceof Fault) return { status: error.status, headers, body: faultBody(error) }
      log.error({ err: error, request: requestId }, 'the payment sandbox failed')
      return {
        status: 500,
        headers,
        body: faultBody(new Fault(500, { type: 'api_error', message: 'An error occurred.' }))
      }
    }
  }

  const perform = async (request: SandboxRequest, isPage: boolean): Promise<Outcome> => {
    const isBrowser = keyOf(request.authorization, keys, isPage) === 'publishable'
    const [path = '', query = ''] = request.url.split('?')
    const { route, id } = findRoute(request.method, path)
    if (isBrowser && !route.forBrowsers) {
      throw new Fault(403, {
        type: 'invalid_request_error',
        code: 'secret_key_required',
        message: 'This API call cannot be made with a publishable API key. Please use a secret API key.'
      })
    }
    const { expand: paths, ...params } = decodeForm(request.method === 'POST' ? request.body : query || request.body)
    const input = check(route.schema, params)
    const call = { input: input as never, id, isBrowser }
    const run = (store: Store): Promise<Outcome> => runRoute(route, { ...call, store }, paths)
    if (request.method === 'GET') return run(new Store(db, now()))
    const key = request.idempotencyKey
    const outcome = await write(store => (key ? once(store, key, callHash(request), run) : run(store)))
    wake()
    return outcome
  }

  const work = async (): Promise<void> => {
    while (!isClosed && (await new Store(db, now()).nextDue(null, now())) && (await write(runNextDue))) {}
    if (now() >= forgetAt) {
      forgetAt = now() + FORGET_EVERY_SECONDS
      await forgetResponses(db, now() - RESPONSES_KEPT_SECONDS)
      await forgetEvents(db, now() - EVENTS_KEPT_SECONDS)
    }
  }
  const deliver = async (): Promise<void> => {
    const url = webhookUrl
    if (url) while (!isClosed && (await sendEvents({ db, log, url, secret: keys.webhook, now }))) {}
  }
  const tick = oneAtATime(async () => {
    try {
      await work()
    } catch (error) {
      // A failing item must not block the rest, so it is postponed. If the database is unreachable or busy, the item is
      // not the cause.
      if (!isUnreachable(error) && !isBusy(error)) await write(postponeNextDue)
      throw error
    } finally {
      await deliver()
    }
  })
  const wake = (): void => {
    if (!isClosed) tick().catch(error => log.error({ err: error }, 'the payment sandbox failed'))
  }
  let cancelTimer = (): void => {}
  const look = (): void => {
    wake()
    cancelTimer = clock.after(LOOK_EVERY_MS, look)
  }

  const server = createServer((request, response) => {
    void readBody(request).then(async body => {
      const { method = 'GET', url = '/', headers } = request
      const { authorization, 'idempotency-key': key } = headers
      const idempotencyKey = typeof key === 'string' ? key : undefined
      const tooLarge = new Fault(413, { type: 'invalid_request_error', message: 'The body is too large.' })
      reply(
        response,
        body === null
          ? { status: 413, headers: { connection: 'close' }, body: faultBody(tooLarge) }
          : await answer({ method, url, authorization, idempotencyKey, body }, false)
      )
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, HOST, resolve)
  })
  look()

  return {
    host: HOST,
    port: (server.address() as AddressInfo).port,
    secretKey: keys.secret,
    publishableKey: keys.publishable,
    webhookSecret: keys.webhook,
    handle: request => answer(request, true),
    webhooksTo(url) {
      webhookUrl = url
      wake()
    },
    tick,
    async close() {
      isClosed = true
      cancelTimer()
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await closed
      await tick().catch(() => {})
      // Wait for running changes.
      await change(async () => {})
    }
  }
}

interface Outcome {
  status: number
  body: string
  isReplayed?: boolean
}

/** Runs pieces of work one after another. */
function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

/** A call during a run waits for one more run after it. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = (): Promise<void> => {
    running = run().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}

interface Keys {
  secret: string
  publishable: string
  webhook: string
}

/** Returns the keys of this installation, and creates them the first time. */
async function findKeys(store: Store): Promise<Keys> {
  const known = await store.find('account', 'account')
  if (known?.hidden.keys) return known.hidden.keys
  const keys = {
    secret: `sk_test_${secretText(32)}`,
    publishable: `pk_test_${secretText(32)}`,
    webhook: `whsec_${secretText(32)}`
  }
  await store.add('account', { id: 'account' }, { hidden: { keys } })
  return keys
}

/** Tells which key the request has. @throws Fault for a wrong key, or for the secret key from a page */
function keyOf(authorization: string | undefined, keys: Keys, isPage: boolean): 'secret' | 'publishable' {
  const [, key = ''] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? []
  if (isSame(key, keys.publishable)) return 'publishable'
  if (!isPage && isSame(key, keys.secret)) return 'secret'
  throw new Fault(401, {
    type: 'invalid_request_error',
    message: key ? 'Invalid API Key provided.' : 'You did not provide an API key.'
  })
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hashOf(one), hashOf(other))
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

function findRoute(method: string, path: string): { route: Route; id: string } {
  for (const route of ROUTES) {
    if (route.method !== method) continue
    const [match, id = ''] = route.pattern.exec(path) ?? []
    if (match !== undefined) return { route, id: decodeId(id) }
  }
  throw new Fault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The sandbox does not have this call.`
  })
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid('This address is not valid.')
  }
}

async function runRoute(route: Route, call: Call<never>, paths: unknown): Promise<Outcome> {
  if (paths !== undefined && !(Array.isArray(paths) && paths.every(path => typeof path === 'string'))) {
    throw invalid('Invalid array', 'expand')
  }
  try {
    const object = structuredClone(await route.run(call))
    await expand(call.store, object, paths ?? [])
    return { status: 200, body: JSON.stringify(call.isBrowser ? forPages(object) : object) }
  } catch (error) {
    if (error instanceof Fault && error.keeps) return { status: error.status, body: faultBody(error, call.isBrowser) }
    throw error
  }
}

/** The fields of an intent that pages may see. */
const SHOWN_TO_PAGES = new Set([
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
  'usage'
])

function forPages(object: object): object {
  if (!('object' in object) || !/_intent$/.test(String(object.object))) return object
  return Object.fromEntries(Object.entries(object).filter(([key]) => SHOWN_TO_PAGES.has(key)))
}

function faultBody({ body }: Fault, isBrowser = false): string {
  const { payment_intent, setup_intent, ...rest } = body
  const intents = { payment_intent, setup_intent }
  const shown = Object.entries(intents).flatMap(([key, intent]) =>
    intent ? [[key, isBrowser ? forPages(intent) : intent]] : []
  )
  return JSON.stringify({ error: { ...rest, ...Object.fromEntries(shown) } })
}

/**
 * Runs a call once per idempotency key. A repeated call gets the stored response. A different call with the same key is
 * refused.
 */
async function once(
  store: Store,
  key: string,
  hash: string,
  run: (store: Store) => Promise<Outcome>
): Promise<Outcome> {
  if (key.length > LONGEST_KEY) throw invalid(`An idempotency key has at most ${LONGEST_KEY} characters.`)
  const known = await findResponse(store.tx, key)
  if (known?.call === hash) return { status: known.status, body: known.body, isReplayed: true }
  if (known) {
    throw new Fault(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    })
  }
  const outcome = await run(store)
  await insertResponse(store.tx, { key, call: hash, ...outcome, created: store.now })
  return outcome
}

function callHash({ method, url, authorization, body }: SandboxRequest): string {
  return hashOf([method, url, authorization, body].join('\n')).toString('hex')
}

/** Returns null when the body is too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > LARGEST_BODY) return null
      chunks.push(chunk)
    }
  } catch {
    // The caller closed the connection.
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reply(response: ServerResponse, { status, headers, body }: SandboxResponse): void {
  response.writeHead(status, headers).end(body)
}
