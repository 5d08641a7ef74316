/** Three programs on one database, as a balancer without sticky connections would have them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FromServer } from '../domain/sessions/live.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { run } from './first-release.ts'
import { registerAt } from './killed-app.ts'
import { PASSWORD } from './names.ts'
import { QUICK, urlOf } from './program.ts'

/** On a busy machine a program takes long to start, and a connection to be opened again. */
const PATIENCE = { timeout: 20_000, interval: 20 }

interface Node {
  address: string
  kill: () => Promise<void>
}

const children = new Set<ChildProcess>()
let database: TestDatabase
let folder: string
let nodes: [Node, Node, Node]
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'hut-nodes-'))
  nodes = (await Promise.all([1, 2, 3].map(nth => startNode(nth)))) as [Node, Node, Node]
})
afterAll(async () => {
  await Promise.all([...children].map(child => end(child, 'SIGTERM')))
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function startNode(nth: number): Promise<Node> {
  const program = fileURLToPath(new URL('../server/main.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE, TMPDIR } = process.env
  const child = spawn(process.execPath, [...QUICK, program], {
    env: {
      ...{ PATH, NODE_COMPILE_CACHE, TMPDIR, NODE_ENV: 'production', LOG_LEVEL: 'error', PORT: '0' },
      DATABASE_URL: urlOf(database.connection),
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
  heard: FromServer[]
  /** What was said in the room, in the order in which it came. */
  said: () => string[]
  /** Who is here, by the newest list. */
  here: () => string[] | undefined
  last: () => number
}

/** A page of the room on that node, which was there up to event `since`. */
async function openTab({ address }: Node, cookie: string, room: number, since?: number): Promise<Tab> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket`, { headers: { cookie }, origin: address })
  onTestFinished(() => socket.terminate())
  const heard: FromServer[] = []
  socket.on('message', raw => heard.push(JSON.parse(String(raw))))
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'join', room, ...(since === undefined ? {} : { since }) }))
  return {
    heard,
    said: () => heard.flatMap(message => (message.type === 'message' ? [message.message.content] : [])),
    here: () => heard.findLast(message => message.type === 'join')?.users,
    last: () => Math.max(0, ...heard.flatMap(message => ('seq' in message && message.seq ? [message.seq] : [])))
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

/** As a page does: the same again, at whichever node, until it is acknowledged. */
async function sayAtLast(at: () => Node, cookie: string, room: number, content: string): Promise<void> {
  const key = randomUUID()
  await vi.waitFor(() => say(at(), cookie, room, content, key), PATIENCE)
}

/** A session with a person at each node in it. */
async function openRoom(name: string) {
  const names = ['ada', 'grace', 'alan'].map(first => `${first}-${name}`)
  const people = await Promise.all(nodes.map(({ address }, nth) => registerAt(address, names[nth] ?? '')))
  const [ada, grace, alan] = people as [string, string, string]
  const made = await post(nodes[0], '/challenge-events', ada, { challenge: { title: name, duration: 3600 } })
  const { event } = (await made.json()) as { event: { id: number; slug: string } }
  for (const [node, cookie] of [
    [nodes[0], grace],
    [nodes[1], alan]
  ] as const) {
    expect((await post(node, `/challenge-events/${event.slug}/join`, cookie, {})).status).toBe(200)
  }
  return { room: event.id, names, ada, grace, alan }
}

test('CHAT-06 CHAT-12 D-105 people on three nodes see each other, and each message once, in one order', async () => {
  const { room, names, ada, grace, alan } = await openRoom('order')
  const cookies = [ada, grace, alan]
  const tabs = await Promise.all(nodes.map((node, nth) => openTab(node, cookies[nth] ?? '', room)))
  for (const tab of tabs) await vi.waitFor(() => expect(tab.here()).toEqual(names.toSorted()), PATIENCE)
  const texts = Array.from({ length: 30 }, (_, nth) => `${nth}`)
  const nodeOf = (nth: number): Node => nodes[nth % 3] as Node
  await Promise.all(texts.map((text, nth) => say(nodeOf(nth), cookies[(nth * 2) % 3] ?? '', room, text)))
  for (const tab of tabs) await vi.waitFor(() => expect(tab.said()).toHaveLength(texts.length), PATIENCE)
  expect(tabs[0]?.said().toSorted()).toEqual(texts.toSorted())
  expect(tabs[1]?.said()).toEqual(tabs[0]?.said())
  expect(tabs[2]?.said()).toEqual(tabs[0]?.said())
})

test('D-21 D-25 a CSRF token of one node serves on another, and tries at a password count on all', async () => {
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
})

test('D-105 a node that is killed, and a database that drops all connections, lose nothing that was acknowledged', async () => {
  const { room, ada, grace, alan } = await openRoom('kill')
  const staying = await openTab(nodes[1], grace, room)
  const leaving = await openTab(nodes[2], alan, room)
  await vi.waitFor(() => expect(leaving.here()).toHaveLength(2), PATIENCE)
  const said: string[] = []
  const talk = async (name: string, at: () => Node, cookie: string): Promise<void> => {
    for (let nth = 0; nth < 20; nth++) {
      await sayAtLast(at, cookie, room, `${name} ${nth}`)
      said.push(`${name} ${nth}`)
      if (name === 'alan' && nth === 5) await nodes[2].kill()
      if (name === 'ada' && nth === 12) await dropConnections()
    }
  }
  let other = 0
  await Promise.all([
    talk('ada', () => nodes[0], ada),
    talk('grace', () => nodes[1], grace),
    // Each try goes to another node, also to the one that is no more.
    talk('alan', () => nodes[++other % 3] as Node, alan)
  ])
  await vi.waitFor(() => expect(staying.said()).toHaveLength(said.length), PATIENCE)
  expect(staying.said().toSorted()).toEqual(said.toSorted())
  // The page of the killed node comes back to another one, and asks for what it lacks.
  const back = await openTab(nodes[0], alan, room, leaving.last())
  await vi.waitFor(() => expect([...leaving.said(), ...back.said()]).toEqual(staying.said()), PATIENCE)
  for (const node of [nodes[0], nodes[1]]) {
    await vi.waitFor(async () => expect((await fetch(`${node.address}/readyz`)).status).toBe(200), PATIENCE)
  }
})

async function dropConnections(): Promise<void> {
  await run(
    database.connection,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  )
}
