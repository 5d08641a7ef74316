/**
 * The payment sandbox is a server on a loopback port for installations without provider keys. It implements the
 * provider's interface, and the official SDK calls it. README.md lists the calls.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import type { Database } from '../server/db/database.ts'
import type { Clock } from '../server/lib/clock.ts'
import { isBusy, isUnreachable } from '../server/lib/database-errors.ts'
import type { Call, Route } from './call.ts'
import { catalogRoutes } from './catalog.ts'
import { chargeRoutes } from './charges.ts'
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
  type Keys,
  lockSandbox,
  makeId,
  Store,
  secretText
} from './object-rows.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { setupIntentRoutes } from './setup-intents.ts'
import { postponeNextDue, runNextDue, subscriptionRoutes } from './subscriptions.ts'
import { sendEvents } from './webhooks.ts'

const HOST = '127.0.0.1'
const LOOK_EVERY_MS = 5000
const FORGET_EVERY_SECONDS = 3600
const RESPONSES_KEPT_SECONDS = 86_400
const EVENTS_KEPT_SECONDS = 30 * 86_400

const ROUTES = [
  ...catalogRoutes,
  ...chargeRoutes,
  ...customerRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes
].map(route => ({ ...route, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '([^/]+)')}$`) }))

interface Request {
  method: string
  /** Path and query. */
  url: string
  authorization: string | undefined
  idempotencyKey?: string | undefined
  /** Form-encoded. */
  body: string
}

/** A status and a JSON body. */
interface Outcome {
  status: number
  body: string
}

type Response = Outcome & { headers: Record<string, string> }

export interface Sandbox {
  host: string
  port: number
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Handles a call from a page. The secret key is refused here. */
  handle: (request: Request) => Promise<Response>
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

  const answer = async (request: Request, isPage: boolean): Promise<Response> => {
    const requestId = makeId('req')
    const headers = { 'content-type': 'application/json', 'request-id': requestId, 'stripe-version': API_VERSION }
    try {
      return { ...(await perform(request, isPage)), headers }
    } catch (error) {
      if (error instanceof Fault) return { status: error.status, headers, body: bodyOf(error) }
      log.error({ err: error, request: requestId }, 'the payment sandbox failed')
      const fault = new Fault(500, { type: 'api_error', message: 'An error occurred.' })
      return { status: fault.status, headers, body: bodyOf(fault) }
    }
  }

  const perform = async (request: Request, isPage: boolean): Promise<Outcome> => {
    const isWithPageKey = keyOf(request.authorization, keys, isPage) === 'publishable'
    const [path = '', query = ''] = request.url.split('?')
    const { route, id } = findRoute(request.method, path)
    if (isWithPageKey !== route.isForPages) {
      const message = `This call needs ${route.isForPages ? 'the publishable' : 'the secret'} key.`
      throw new Fault(403, { type: 'invalid_request_error', message })
    }
    const { expand: paths, ...params } = decodeForm(request.method === 'POST' ? request.body : query)
    const input = check(route.schema, params) as never
    const run = (store: Store): Promise<Outcome> => runRoute(route, { input, id, store }, paths)
    if (request.method === 'GET') return run(new Store(db, now()))
    const key = request.idempotencyKey
    const outcome = await write(store => (key ? once(store, key, callHash(request), run) : run(store)))
    wake()
    return outcome
  }

  const work = async (): Promise<void> => {
    while (!isClosed && (await new Store(db, now()).nextDue()) && (await write(runNextDue))) {}
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

  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const { authorization, 'idempotency-key': key } = headers
    const body = await text(request).catch(() => '')
    const idempotencyKey = typeof key === 'string' ? key : undefined
    const answered = await answer({ method, url, authorization, idempotencyKey, body }, false)
    response.writeHead(answered.status, answered.headers).end(answered.body)
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
  try {
    const object = structuredClone(await route.run(call)) as { id: string }
    for (const path of check(expandSchema, paths)) await expand(call.store, object, path.split('.'))
    return { status: 200, body: JSON.stringify(route.isForPages ? forPages(object) : object) }
  } catch (error) {
    if (error instanceof Fault && error.keeps) return { status: error.status, body: bodyOf(error) }
    throw error
  }
}

const expandSchema = z.array(z.string()).default([])

/** The fields of an intent that pages may see. */
const SHOWN_TO_PAGES = new Set(['id', 'object', 'amount', 'currency', 'status', 'client_secret', 'next_action'])

function forPages(object: object): object {
  if (!('object' in object) || !/_intent$/.test(String(object.object))) return object
  return Object.fromEntries(Object.entries(object).filter(([key]) => SHOWN_TO_PAGES.has(key)))
}

function bodyOf({ body }: Fault): string {
  const { payment_intent, ...error } = body
  return JSON.stringify({ error: { ...error, ...(payment_intent && { payment_intent: forPages(payment_intent) }) } })
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
  const known = await findResponse(store.tx, key)
  if (known?.call === hash) return { status: known.status, body: known.body }
  if (known) {
    const message = 'An idempotency key can only be used again with the same parameters.'
    throw new Fault(400, { type: 'idempotency_error', message })
  }
  const outcome = await run(store)
  await insertResponse(store.tx, { key, call: hash, ...outcome, created: store.now })
  return outcome
}

function callHash({ method, url, authorization, body }: Request): string {
  return hashOf([method, url, authorization, body].join('\n')).toString('hex')
}
