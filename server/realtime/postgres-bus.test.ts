import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import type { Bus } from './bus.ts'
import { openPostgresBus } from './postgres-bus.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

interface Node {
  bus: Bus
  heard: string[]
  doubts: () => number
}

async function open(name: string): Promise<Node> {
  const bus = await openPostgresBus(database.connection, name, { warn() {} })
  onTestFinished(() => bus.close())
  const heard: string[] = []
  const doubt = vi.fn()
  bus.subscribe((channel, message) => heard.push(`${channel} ${message}`))
  bus.onDoubt(doubt)
  return { bus, heard, doubts: () => doubt.mock.calls.length }
}

async function run(connection: ClientConfig, statement: string): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('every node hears what one publishes, once, in order, also what is equal, long or of odd characters', async () => {
  const [a, b] = [await open('a'), await open('b')]
  const texts = ['1', '1', '{"a":[1]}', '💥'.repeat(5000), `x${'💥'.repeat(5000)}`, 'ä\n'.repeat(40_000), '', 'end']
  for (const text of texts) a.bus.publish('event', text)
  const expected = texts.map(text => `event ${text}`)
  // The node itself does not wait for the others.
  expect(a.heard).toEqual(expected)
  await vi.waitFor(() => expect(b.heard.at(-1)).toBe('event end'))
  expect(b.heard).toEqual(expected)
  b.bus.publish('presence', 'back')
  await vi.waitFor(() => expect(a.heard.at(-1)).toBe('presence back'))
  expect(a.heard).toEqual([...expected, 'presence back'])
})

test('a connection that breaks is opened again; what was published meanwhile arrives, and who listens is told', async () => {
  const [a, b] = [await open('a'), await open('b')]
  a.bus.publish('event', 'before')
  await vi.waitFor(() => expect(b.heard).toEqual(['event before']))
  const before = b.doubts()
  await run(
    database.connection,
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%challenge_hut%' and pid <> pg_backend_pid()`
  )
  a.bus.publish('event', 'meanwhile')
  await vi.waitFor(async () => expect(await a.bus.ping()).toBe(true))
  await vi.waitFor(() => expect(b.doubts()).toBeGreaterThan(before), { timeout: 3000 })
  a.bus.publish('event', 'after')
  await vi.waitFor(() => expect(a.heard.at(-1)).toBe('event after'))
  // What comes while a node does not listen is lost to it, which is why it is told.
  await vi.waitFor(() => expect(b.heard.at(-1)).toBe('event after'), { timeout: 3000 })
})
