/**
 * The whole app on its own database, a clock that tests move, and people who call it like the page: through the
 * contracts, over HTTP, with cookies. Every response is checked against its schema and may have no undeclared key.
 */

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger, LightMyRequestResponse } from 'fastify'
import type { ClientConfig } from 'pg'
import pino from 'pino'
import { login, register } from '../domain/accounts/api.ts'
import { LOGIN_LASTS_MS } from '../domain/accounts/login.ts'
import type { User } from '../domain/accounts/user.ts'
import { Role } from '../domain/accounts/user.ts'
import { type CallOf, type Endpoint, fillPath, queryString, type ResponseOf } from '../domain/lib/endpoint.ts'
import type { DataOf, Page, ParamsOf } from '../domain/lib/page.ts'
import type { RefusalBody } from '../domain/lib/refusal.ts'
import { type Sandbox, startSandbox } from '../sandbox/server.ts'
import { refusalsOf } from '../server/api-document/refusals.ts'
import { type BuiltApp, createApp } from '../server/app.ts'
import { checkChain } from '../server/audit-log/entry-rows.ts'
import { sandboxProvider } from '../server/billing/provider.ts'
import type { Database } from '../server/db/database.ts'
import type { Replica } from '../server/db/replica.ts'
import { users } from '../server/db/schema/accounts.ts'
import type { Resources } from '../server/dependencies.ts'
import { readConfig } from '../server/lib/config.ts'
import type { Message } from '../server/mail/message.ts'
import { type Bus, createBus } from '../server/realtime/bus.ts'
import { audit } from '../server/tokens/audit.ts'
import { openStore } from '../server/uploads/open-store.ts'
import { OPEN_INTERNET } from '../server/uploads/public-fetch.ts'
import { type TestClock, testClock } from './clock.ts'
import { type Open, testDatabase } from './database/database.ts'
import { holdToSchema } from './database/hold-to-schema.ts'
import { ADMIN, PASSWORD } from './names.ts'

// biome-ignore lint/suspicious/noExplicitAny: any endpoint, whatever its schemas
type AnyEndpoint = Endpoint<string, any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: any page, whatever its data
type AnyPage = Page<string, any>

interface Extra {
  /** The `Idempotency-Key`; a retry has the same one. */
  key?: string
}

interface Refusal {
  status: number
  body: RefusalBody
}

export interface Caller {
  username: string
  /** Calls and returns the body. Fails the test if the call is refused. */
  call: <E extends AnyEndpoint>(endpoint: E, input?: CallOf<E> & Extra) => Promise<ResponseOf<E>>
  /** Calls and returns the refusal. Fails the test if the call succeeds. */
  refused: (endpoint: AnyEndpoint, input?: Record<string, unknown> & Extra) => Promise<Refusal>
  /** The data of a page. */
  visit: <P extends AnyPage>(
    page: P,
    params?: ParamsOf<P>,
    query?: Record<string, string | number>
  ) => Promise<DataOf<P>>
  /** Sends a raw request with this person's cookies. */
  request: (options: RawRequest) => Promise<LightMyRequestResponse>
  cookies: () => Record<string, string>
  /** Another caller with the same cookies, so that changes of cookies don't stay. */
  twin: () => Caller
  /** The person as the app sees them now. */
  user: () => Promise<User>
}

interface RawRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  url: string
  payload?: object | string | Buffer
  headers?: Record<string, string>
}

export interface World extends BuiltApp {
  db: Database
  clock: TestClock
  config: Resources['config']
  /** The bus of the first node. */
  bus: Bus
  /** The sent mails. `pass` sends them. */
  mails: Message[]
  /** The payment provider. */
  sandbox: Sandbox
  visitor: Caller
  admin: () => Promise<Caller>
  /** A moderator of the site, "mira" by default. */
  moderator: (username?: string) => Promise<Caller>
  /** The person of that name. Registers them at first, and signs them in again after 30 days. */
  as: (username: string) => Promise<Caller>
  /** Moves the clock and waits until due work is done. */
  pass: (ms: number) => Promise<void>
  /** A second app on the same database and clock. */
  secondNode: () => Promise<BuiltApp>
  /**
   * Fails if the audit finds anything: every charge must have its use, and all totals must match the rows, after any
   * refusal, race or retry. A test that plants a fault repairs it first.
   */
  close: () => Promise<void>
}

/** From this duration on, `pass` jumps and only runs the last part. */
const LONG_MS = 3_600_000
const LAST_MS = 60_000

interface Nodes {
  log?: FastifyBaseLogger
  /** Gives each node a separate bus. By default they share one in this process. */
  openBus?: (connection: ClientConfig) => Promise<Bus>
  openDb?: Open
  /** Opens a replica, if the world has one. */
  openReplica?: (needs: { primary: Database; clock: TestClock }) => Promise<Replica>
  sandbox?: Sandbox
  /** The database of the payment provider, if it is a separate one. */
  sandboxDb?: () => Database
  /** Makes daily backups, as the real app does. */
  makesBackups?: boolean
}

/** @param other replaced parts of the app */
export async function openWorld(
  settings: Record<string, string> = {},
  {
    log,
    openBus,
    openDb,
    openReplica,
    sandbox: opened,
    sandboxDb,
    makesBackups,
    ...other
  }: Omit<Partial<Resources>, 'sandbox'> & Nodes = {}
): Promise<World> {
  const database = await testDatabase(openDb)
  const clock = testClock()
  const mails: Message[] = []
  const silent = log ?? (pino({ level: 'silent' }) as FastifyBaseLogger)
  // It runs nothing by itself and so disturbs no other test. `world.sandbox.tick()` runs due work.
  const ofSandbox = { now: clock.now, after: () => () => {} }
  const sandbox = opened ?? (await startSandbox({ db: sandboxDb?.() ?? database.db, clock: ofSandbox, log: silent }))
  const config = readConfig({
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(tmpdir(), `challenge-hut-world-${randomUUID()}`),
    ...settings
  })
  const replica = (await openReplica?.({ primary: database.db, clock })) ?? null
  const resources: Resources = {
    replica,
    store: await openStore(config),
    // Tests reach no other machine.
    network: { ...OPEN_INTERNET, lookup: (_name, done) => done(new Error('there is no network'), []) },
    sandbox,
    provider: sandboxProvider(sandbox),
    db: database.db,
    ...(makesBackups ? { connection: database.connection } : {}),
    bus: createBus(),
    clock,
    config,
    shell: () =>
      '<!doctype html><html><head><!--head--></head><body><div id="root"></div><!--embedded--></body></html>',
    assets: null,
    mailer: {
      async send(message) {
        mails.push(message)
        return { type: 'sent' }
      },
      forget: async () => {}
    },
    ...other
  }
  const nodes: BuiltApp[] = []
  const buses: Bus[] = []
  const open = async (): Promise<BuiltApp> => {
    const bus = (await openBus?.(database.connection)) ?? resources.bus
    buses.push(bus)
    const node = await createApp({ ...resources, bus }, log)
    await node.app.ready()
    // A new app cleans up at its start. Wait for this before a test plants rows in the tables.
    await idle(node)
    nodes.push(node)
    return node
  }
  const first = await open()
  const people = new Map<string, { caller: Promise<Caller>; since: number }>()

  type Enter = (caller: Caller) => Promise<unknown>
  const signIn = async (username: string, enter: Enter): Promise<Caller> => {
    const caller = createCaller(first, username)
    await enter(caller)
    return caller
  }
  const signInAgain = async (known: Promise<Caller>, enter: Enter): Promise<Caller> => {
    const caller = await known
    if (!(await caller.user())) await enter(caller)
    return caller
  }
  const once = (username: string, credentials: { email: string; password: string }, first?: Enter): Promise<Caller> => {
    const enter: Enter = caller => caller.call(login, { body: credentials })
    const known = people.get(username)
    if (known && clock.now() - known.since < LOGIN_LASTS_MS) return known.caller
    const caller = known ? signInAgain(known.caller, enter) : signIn(username, first ?? enter)
    people.set(username, { caller, since: clock.now() })
    return caller
  }

  const as = (username: string): Promise<Caller> => {
    const account = registration(username)
    return once(username, account, caller => caller.call(register, { body: account }))
  }

  return {
    ...first,
    db: database.db,
    clock,
    config,
    bus: buses[0] ?? resources.bus,
    mails,
    sandbox,
    visitor: createCaller(first, 'visitor'),
    admin: () => once(ADMIN.username, ADMIN),
    async moderator(username = 'mira') {
      const moderator = await as(username)
      await database.db.update(users).set({ role_id: Role.Moderator }).where(eq(users.username, username))
      return moderator
    },
    as,
    async pass(ms) {
      // Due work runs once instead of thousands of times, as on a machine that has slept.
      const slept = ms > LONG_MS ? ms - LAST_MS : 0
      clock.jump(slept)
      clock.advance(ms - slept)
      for (const node of nodes) await idle(node)
    },
    secondNode: open,
    async close() {
      for (const node of nodes) await node.app.close()
      for (const bus of buses) await bus.close()
      await replica?.close()
      await sandbox.close()
      // The folder exists if the app stored a file there.
      if (!settings.DATA_DIR) await rm(config.dataDir, { recursive: true, force: true })
      const findings = [...(await audit(database.db)).findings, ...(await checkChain(database.db))]
      await database.drop()
      if (findings.length > 0) throw new Error(`the audit of this file's database found:\n${findings.join('\n')}`)
    }
  }
}

/** Waits until an app has finished due work. */
async function idle({ workers }: BuiltApp): Promise<void> {
  await Promise.all(Object.values(workers).map(worker => worker.done()))
}

export function registration(username: string) {
  return {
    email: `${username}@example.org`,
    username,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    client_uuid: `browser-of-${username}`
  }
}

/**
 * Checks a refusal: it is one that the contract names, or one that any call may return. The API document comes from the
 * same list.
 */
function holdToContract(
  documented: BuiltApp['documented'],
  { method, path }: AnyEndpoint,
  response: LightMyRequestResponse
): void {
  const call = documented.find(one => one.method === method && one.path === path)
  const name = call && refusalsOf(call).get(response.statusCode)
  const isOfState = response.statusCode === 409 && response.json().error_code !== 'OTHER_PERSON'
  if (call && (!name || (isOfState && name !== 'Conflict'))) {
    throw new Error(
      `${method} ${path} returned ${response.statusCode}, which its contract does not name: ${response.body}`
    )
  }
}

export function createCaller(
  { app, documented }: Pick<BuiltApp, 'app' | 'documented'>,
  username: string,
  cookies: Record<string, string> = {},
  /** Sent with each request, such as the access token of a program. */
  always: Record<string, string> = {}
): Caller {
  const jar = new Map(Object.entries(cookies))

  const request = async ({ method = 'GET', url, payload, headers }: RawRequest): Promise<LightMyRequestResponse> => {
    const response: LightMyRequestResponse = await app.inject({
      method,
      url,
      cookies: Object.fromEntries(jar),
      ...(payload === undefined ? {} : { payload }),
      headers: { ...always, ...headers }
    })
    for (const { name, value } of response.cookies) {
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return response
  }

  const send = (endpoint: AnyEndpoint, input: object & Extra = {}): Promise<LightMyRequestResponse> => {
    const { params, query, body, key } = input as { params?: never; query?: never; body?: object } & Extra
    return request({
      method: endpoint.method,
      url: fillPath(endpoint.path, params) + queryString(query),
      ...(body === undefined ? {} : { payload: body }),
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } })
    })
  }

  const caller: Caller = {
    username,
    request,
    cookies: () => Object.fromEntries(jar),
    twin: () => createCaller({ app, documented }, username, Object.fromEntries(jar), always),
    async call(endpoint, input) {
      const response = await send(endpoint, input)
      if (response.statusCode !== 200) {
        throw new Error(`${endpoint.method} ${endpoint.path} returned ${response.statusCode}: ${response.body}`)
      }
      return holdToSchema(endpoint.response, response.json(), `${endpoint.method} ${endpoint.path}`) as never
    },
    async refused(endpoint, input) {
      const response = await send(endpoint, input)
      if (response.statusCode < 400 || response.statusCode >= 500) {
        throw new Error(`${endpoint.method} ${endpoint.path} returned ${response.statusCode}: ${response.body}`)
      }
      holdToContract(documented, endpoint, response)
      return { status: response.statusCode, body: response.json() }
    },
    async visit(page, params, query) {
      const path = page.path === '/' ? '' : fillPath(page.path, params as never)
      const response = await request({ url: `/api${path}${queryString(query)}` })
      if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}: ${response.body}`)
      return holdToSchema(page.data, response.json().serverData, page.path) as never
    },
    async user() {
      const response = await request({ url: '/api/get-user' })
      return response.json()
    }
  }
  return caller
}
