/**
 * Three programs on one database, as behind a balancer without sticky connections. One run has a Redis, one does not.
 * The database and the Redis are separate from other tests, so that they can restart.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type LiveRoom, openLiveRoom } from '../client/lib/socket/live-room.ts'
import type { RoomEvent } from '../domain/socket/messages.ts'
import { type Postgres, startPostgres } from '../server/db/postgres/postgres.ts'
import { readPostmaster } from '../server/db/postgres/postmaster.ts'
import { registerAt } from './crash/killed-app.ts'
import { run } from './database/first-release.ts'
import { PASSWORD } from './names.ts'
import { partGroupOf, partOf } from './plans.ts'
import { QUICK, runProgram, urlOf } from './servers/program.ts'
import { startRedis, withoutRedis } from './servers/redis.ts'

/** On a busy machine a program or a new connection takes long to start. */
const PATIENCE = { timeout: 20_000, interval: 60 }

interface Node {
  address: string
  kill: () => Promise<void>
}

const children = new Set<ChildProcess>()
let folder: string
let postgres: Postgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hut-nodes-'))
  // The test survives a crash of PostgreSQL, but need not survive one of the machine.
  postgres = await startPostgres({ folder: join(folder, 'postgres'), settings: ['fsync=off'] })
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function startNode(nth: number, env: Record<string, string>): Promise<Node> {
  const program = fileURLToPath(new URL('../server/main.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE, TMPDIR } = process.env
  const child = spawn(process.execPath, [...QUICK, program], {
    env: {
      ...{ PATH, NODE_COMPILE_CACHE, TMPDIR, NODE_ENV: 'production', LOG_LEVEL: 'error', PORT: '0', ...env },
      DATA_DIR: join(folder, String(nth))
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  children.add(child)
  const printed: string[] = []
  const ready = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', line => {
      printed.push(line)
      const address = / is ready: (\S+)/.exec(line)?.[1]
      if (address) ready.resolve(address)
    })
  }
  child.once('exit', () => ready.reject(new Error(`The app ended:\n${printed.join('\n')}`)))
  return { address: await ready.promise, kill: () => end(child, 'SIGKILL') }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

interface Tab {
  /** The chat messages in the order of arrival. */
  said: () => string[]
  /** The statuses of the session in the order of arrival. */
  statuses: () => number[]
  /** The people present, from the newest list. */
  here: () => string[]
  /** The number of lost connections and failed attempts to connect. */
  losses: () => number
}

/** A page of the room as in the browser. Each of its sockets connects to the node that `at` returns then. */
function openTab(at: () => Node, cookie: string, room: number): Tab {
  const events: RoomEvent[] = []
  let here: string[] = []
  let losses = 0
  const page: LiveRoom = openLiveRoom({
    url: '/socket',
    room,
    since: 0,
    who: () => ({ client_uuid: 'a page', username: null }),
    openSocket(path) {
      const { address } = at()
      const socket = new WebSocket(address.replace('http', 'ws') + path, { headers: { cookie }, origin: address })
      socket.on('error', () => {})
      return socket as unknown as globalThis.WebSocket
    },
    onEvent: event => events.push(event),
    onReload: () => expect.unreachable('too little is missed for that'),
    onPresence: users => {
      here = users
    },
    onConnected: isConnected => {
      if (!isConnected) losses++
    }
  })
  onTestFinished(() => page.close())
  return {
    said: () => events.flatMap(event => (event.type === 'message' ? [event.message.content] : [])),
    statuses: () =>
      [...new Set(events.flatMap(event => (event.type === 'update' ? [event.data.status] : [])))].filter(
        status => status !== undefined
      ),
    here: () => here,
    losses: () => losses
  }
}

async function post(
  { address }: Node,
  path: string,
  cookie: string,
  body: object,
  headers: Record<string, string> = {}
) {
  return fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...headers },
    body: JSON.stringify(body)
  })
}

async function say(node: Node, cookie: string, room: number, content: string, key = randomUUID()): Promise<void> {
  const body = { content, messageable_type: 'challenge_event', messageable_id: room }
  const response = await post(node, '/messages', cookie, body, { 'idempotency-key': key })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

/** Retries at any node until the message is acknowledged, as a page does. */
async function sayAtLast(at: () => Node, cookie: string, room: number, content: string): Promise<void> {
  const key = randomUUID()
  await vi.waitFor(() => say(at(), cookie, room, content, key), PATIENCE)
}

describe.each([
  { bus: 'PostgreSQL', skipped: false },
  { bus: 'Redis', skipped: withoutRedis }
])('through $bus', ({ bus, skipped }) => {
  let redis: Awaited<ReturnType<typeof startRedis>> | null = null
  let database: ClientConfig
  let nodes: [Node, Node, Node]
  beforeAll(async () => {
    if (skipped) return
    const name = `hut_${bus.toLowerCase()}`
    await run(postgres.connection, `create database ${name}`)
    database = { ...postgres.connection, database: name }
    if (bus === 'Redis') redis = await startRedis()
    nodes = await startNodes()
  })
  /** Whether a test killed a node. The other nodes also avoid a Redis for some seconds after it was down. */
  let isShaken = false
  beforeEach(async () => {
    if (!isShaken) return
    isShaken = false
    await Promise.all(nodes.map(({ kill }) => kill()))
    nodes = await startNodes()
  })
  afterAll(async () => {
    // No one needs the sockets, so the nodes need not drain.
    await Promise.all([...children].map(child => end(child, 'SIGKILL')))
    await redis?.kill()
  })

  const settings = () => ({ DATABASE_URL: urlOf(database), ...(redis ? { REDIS_URL: redis.url } : {}) })
  const startNodes = () => Promise.all([1, 2, 3].map(nth => startNode(nth, settings()))) as Promise<[Node, Node, Node]>

  /** Makes all accounts older. The lower limits of their first day would refuse the messages of the test. */
  async function endFirstDay(): Promise<void> {
    const client = new Client(database)
    await client.connect()
    await client.query(`update users set created_at = created_at - interval '2 days'`)
    await client.end()
  }

  /** A waiting session of ada's, and a person at each node. */
  async function openRoom(name: string, more: object = {}) {
    const names = ['ada', 'grace', 'alan'].map(first => `${first}-${name}`)
    const people = await Promise.all(nodes.map(({ address }, nth) => registerAt(address, names[nth] ?? '')))
    await endFirstDay()
    const [ada, grace, alan] = people as [string, string, string]
    const challenge = { title: name, duration: 3600, is_manually_started: 1, ...more }
    const made = await post(nodes[0], '/challenge-events', ada, { challenge })
    const { event } = (await made.json()) as { event: { id: number; slug: string } }
    return { room: event.id, slug: event.slug, names, ada, grace, alan }
  }

  test.skipIf(skipped)(
    'three people at three nodes see each other, one order and one turn, and only one gets the last place',
    { tags: ['CHAT-06', 'CHAT-12', 'D-105', 'SES-067', 'D-93'] },
    async () => {
      const turns = partOf({ per_participant: 1, edit_content: 1, duration: 600 })
      const { room, slug, names, ada, grace, alan } = await openRoom('order', {
        participant_limit: 3,
        parts: [partGroupOf([turns])]
      })
      const session = `/challenge-events/${slug}`
      const rival = `hedy-${bus.toLowerCase()}`
      const hedy = await registerAt(nodes[1].address, rival)
      await endFirstDay()
      expect((await post(nodes[1], `${session}/join`, grace, {})).status).toBe(200)
      const rivals = [post(nodes[2], `${session}/join`, alan, {}), post(nodes[0], `${session}/join`, hedy, {})]
      const places = (await Promise.all(rivals)).map(({ status }) => status)
      expect(places.toSorted()).toEqual([200, 409])
      const third = places[0] === 200 ? alan : hedy
      const inRoom = [ada, grace, third]
      const tabs = nodes.map((node, nth) => openTab(() => node, inRoom[nth] ?? '', room))
      const present = [...names.slice(0, 2), third === alan ? (names[2] ?? '') : rival].toSorted()
      for (const tab of tabs) await vi.waitFor(() => expect(tab.here()).toEqual(present), PATIENCE)

      // The person in turn, as each node sees it.
      const turn = async () => {
        const prompts = nodes.map(({ address }) =>
          fetch(`${address}/api${session}/prompt`, { headers: { cookie: ada } })
        )
        const all = await Promise.all(prompts.map(async prompt => (await (await prompt).json()).active_participant))
        expect(new Set(all).size).toBe(1)
        return all[0] as string | null
      }
      expect(await turn()).toBeNull()
      expect((await post(nodes[2], `${session}/start`, ada, {})).status).toBe(200)
      const texts = Array.from({ length: 30 }, (_, nth) => `${nth}`)
      const nodeOf = (nth: number): Node => nodes[nth % 3] as Node
      await Promise.all(texts.map((text, nth) => say(nodeOf(nth), inRoom[(nth * 2) % 3] ?? '', room, text)))
      for (const tab of tabs) await vi.waitFor(() => expect(tab.said()).toHaveLength(texts.length), PATIENCE)
      expect(tabs[0]?.said().toSorted()).toEqual(texts.toSorted())
      for (const tab of tabs) expect(tab.said()).toEqual(tabs[0]?.said())

      // A person who leaves passes the turn on.
      const order = [names[0], names[1], third === alan ? names[2] : rival]
      for (const [nth, name] of order.entries()) {
        expect(await turn()).toBe(name)
        if (nth < 2) expect((await post(nodeOf(nth + 1), `${session}/leave`, inRoom[nth] ?? '', {})).status).toBe(200)
      }
      expect((await post(nodes[1], `${session}/end`, third, {})).status).toBe(200)
      for (const tab of tabs) await vi.waitFor(() => expect(tab.statuses()).toEqual([1, 2]), PATIENCE)
    }
  )

  test.skipIf(skipped)(
    'nodes share CSRF tokens and password limits, and a node without the bus does not start',
    { tags: ['D-21', 'D-25'] },
    async () => {
      const cookie = await registerAt(nodes[0].address, 'hedy')
      const given = await fetch(`${nodes[0].address}/api/sanctum/csrf-cookie`, { headers: { cookie } })
      const { csrf_token } = (await given.json()) as { csrf_token: string }
      const secret = given.headers.getSetCookie().map(text => text.split(';')[0])
      const headers = { 'x-csrf-token': csrf_token }
      const login = (node: Node, password: string) =>
        post(node, '/login', secret.join('; '), { email: 'hedy@example.org', password }, headers)
      expect((await login(nodes[1], PASSWORD)).status).toBe(200)
      const statuses: number[] = []
      for (let nth = 0; nth < 11; nth++) statuses.push((await login(nodes[nth % 3] as Node, 'a guess')).status)
      expect(statuses.filter(status => status === 422)).toHaveLength(9)
      expect(statuses.slice(9)).toEqual([429, 429])

      if (!redis) return
      const alone = { DATABASE_URL: urlOf(database), PORT: '0', DATA_DIR: join(folder, 'alone') }
      const refused = await runProgram('server/main.ts', alone)
      expect(refused.code).toBe(1)
      expect(refused.printed).toMatch(
        /^Another app \(process \d+ on .+\) uses the database of DATABASE_URL and cannot hear this one: give all apps on it the same REDIS_URL, or none\.\n$/
      )
    }
  )

  test.skipIf(skipped)(
    'a killed node and restarts of PostgreSQL and Redis lose nothing acknowledged',
    { tags: 'D-105' },
    async () => {
      isShaken = true
      const { room, slug, ada, grace, alan } = await openRoom('kill')
      for (const cookie of [grace, alan]) {
        expect((await post(nodes[0], `/challenge-events/${slug}/join`, cookie, {})).status).toBe(200)
      }
      expect((await post(nodes[0], `/challenge-events/${slug}/start`, ada, {})).status).toBe(200)
      // A balancer sends each new connection to another node, sometimes to a dead one.
      let other = 2
      const staying = openTab(() => nodes[1], grace, room)
      const moving = openTab(() => nodes[other++ % 3] as Node, alan, room)
      await vi.waitFor(() => expect(moving.here()).toHaveLength(2), PATIENCE)
      const said: string[] = []
      const talk = async (name: string, at: () => Node, cookie: string): Promise<void> => {
        for (let nth = 0; nth < 20; nth++) {
          await sayAtLast(at, cookie, room, `${name} ${nth}`)
          said.push(`${name} ${nth}`)
          if (name === 'alan' && nth === 5) await nodes[2].kill()
          if (name === 'ada' && nth === 8) await restartPostgres()
          if (name === 'ada' && nth === 12) await redis?.kill()
          if (name === 'ada' && nth === 15) await redis?.start()
        }
      }
      let nth = 0
      await Promise.all([
        talk('ada', () => nodes[0], ada),
        talk('grace', () => nodes[1], grace),
        talk('alan', () => nodes[++nth % 3] as Node, alan)
      ])
      for (const tab of [staying, moving])
        await vi.waitFor(() => expect(tab.said()).toHaveLength(said.length), PATIENCE)
      expect(staying.said().toSorted()).toEqual(said.toSorted())
      expect(moving.said()).toEqual(staying.said())
      expect(staying.losses()).toBe(0)
      // It reconnected with its first try, or with the second if the first went to the killed node again.
      expect(moving.losses()).toBeGreaterThanOrEqual(1)
      expect(moving.losses()).toBeLessThanOrEqual(2)
      for (const node of [nodes[0], nodes[1]]) {
        await vi.waitFor(async () => expect((await fetch(`${node.address}/readyz`)).status).toBe(200), PATIENCE)
      }
    }
  )
})

/** Stops PostgreSQL as a shutdown of the machine does. Its supervisor starts it again. */
async function restartPostgres(): Promise<void> {
  const { pid } = (await readPostmaster(join(folder, 'postgres'))) ?? {}
  if (pid) process.kill(pid, 'SIGINT')
}
