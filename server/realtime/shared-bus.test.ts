/** The buses between nodes: through a database alone, and through Redis. */
import { setImmediate } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database/database.ts'
import { startRedis, withoutRedis } from '../../testing/servers/redis.ts'
import { openRedis, type SharedRedis } from '../lib/redis.ts'
import type { Bus } from './bus.ts'
import { openPostgresBus } from './postgres-bus.ts'
import { openRedisBus } from './redis-bus.ts'

const log = { warn() {} }
const PATIENCE = { timeout: 5000, interval: 20 }

let database: TestDatabase
let redis: Awaited<ReturnType<typeof startRedis>>
beforeAll(async () => {
  database = await testDatabase()
  if (!withoutRedis) redis = await startRedis()
})
afterAll(async () => {
  await database.drop()
  await redis?.kill()
})

async function connect(): Promise<SharedRedis> {
  const shared = await openRedis(redis.url, log)
  onTestFinished(() => shared.redis.disconnect())
  return shared
}

interface Node {
  bus: Bus
  heard: string[]
  doubts: () => number
}

async function listenTo(opened: Promise<Bus>): Promise<Node> {
  const bus = await opened
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

describe.each([
  {
    name: 'PostgreSQL',
    skipped: false,
    open: (node: string) => openPostgresBus(database.connection, node, log),
    breakOff: () =>
      run(
        database.connection,
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%challenge_hut%' and pid <> pg_backend_pid()`
      )
  },
  {
    name: 'Redis',
    skipped: withoutRedis,
    open: async (node: string) => openRedisBus(await connect(), 'hut', node),
    breakOff: async () => {
      await redis.kill()
      await redis.start()
    }
  }
])('through $name', ({ skipped, open, breakOff }) => {
  test.skipIf(skipped)('every node hears each message once, in order, even equal, long or odd ones', async () => {
    const [a, b] = await Promise.all([listenTo(open('a')), listenTo(open('b'))])
    const long = [7700, 7800, 7801, 20_000].map(length => 'x'.repeat(length))
    const odd = ["it's", 'a\\b\\', '$1 $$ %s; select 1', "\\'; --"]
    const texts = [
      '1',
      '1',
      '{"a":[1]}',
      ...long,
      ...odd,
      '💥'.repeat(5000),
      `x${'💥'.repeat(5000)}`,
      'ä\n'.repeat(40_000),
      '',
      'end'
    ]
    for (const text of texts) a.bus.publish('event', text)
    const expected = texts.map(text => `event ${text}`)
    // The publishing node does not wait for the others.
    expect(a.heard).toEqual(expected)
    await vi.waitFor(() => expect(b.heard.at(-1)).toBe('event end'))
    expect(b.heard).toEqual(expected)
    b.bus.publish('presence', 'back')
    await vi.waitFor(() => expect(a.heard.at(-1)).toBe('presence back'))
    expect(a.heard).toEqual([...expected, 'presence back'])
  })

  test.skipIf(skipped)('two nodes that publish at once each hear all messages of the other in its order', async () => {
    const [a, b] = await Promise.all([listenTo(open('a')), listenTo(open('b'))])
    const numbers = Array.from({ length: 200 }, (_, nth) => `${nth} ${'y'.repeat(nth * 60)}`)
    for (const number of numbers) {
      a.bus.publish('event', `a ${number}`)
      b.bus.publish('event', `b ${number}`)
      if (number.length % 7 === 0) await setImmediate()
    }
    for (const { heard } of [a, b]) {
      await vi.waitFor(() => expect(heard).toHaveLength(400), PATIENCE)
      for (const node of ['a', 'b']) {
        const theirs = heard.filter(text => text.startsWith(`event ${node} `))
        expect(theirs).toEqual(numbers.map(number => `event ${node} ${number}`))
      }
    }
  })

  test.skipIf(skipped)(
    'a broken connection reopens, waiting messages arrive, and listeners learn of a possible loss',
    async () => {
      const [a, b] = await Promise.all([listenTo(open('a')), listenTo(open('b'))])
      a.bus.publish('event', 'before')
      await vi.waitFor(() => expect(b.heard).toEqual(['event before']))
      const before = b.doubts()
      await breakOff()
      a.bus.publish('event', 'meanwhile')
      await vi.waitFor(async () => expect(await a.bus.ping()).toBe(true), PATIENCE)
      await vi.waitFor(() => expect(b.doubts()).toBeGreaterThan(before), PATIENCE)
      a.bus.publish('event', 'after')
      await vi.waitFor(() => expect(a.heard.at(-1)).toBe('event after'))
      // A node loses messages while it does not listen, so its listeners learn of a possible loss.
      await vi.waitFor(() => expect(b.heard.at(-1)).toBe('event after'), PATIENCE)
    }
  )
})

describe.skipIf(withoutRedis)('Redis', () => {
  test('nodes of two databases share a Redis and do not hear each other', async () => {
    const shared = await connect()
    const [a, b, other] = await Promise.all(
      ['hut', 'hut', 'another'].map((place, nth) => listenTo(openRedisBus(shared, place, String(nth))))
    )
    other?.bus.publish('event', 'theirs')
    a?.bus.publish('event', 'ours')
    await vi.waitFor(() => expect(b?.heard).toEqual(['event ours']))
    expect(other?.heard).toEqual(['event theirs'])
  })

  test('a Redis keeps its identity after an empty restart, and another Redis has a different one', async () => {
    const first = await connect()
    expect((await connect()).id).toBe(first.id)
    const { bus } = await listenTo(openRedisBus(first, 'hut', 'a'))
    await redis.kill()
    expect(await bus.ping()).toBe(false)
    await redis.start()
    await vi.waitFor(async () => expect(await bus.ping()).toBe(true), PATIENCE)
    expect((await connect()).id).toBe(first.id)
    const another = await startRedis()
    onTestFinished(another.kill)
    const shared = await openRedis(another.url, log)
    shared.redis.disconnect()
    expect(shared.id).not.toBe(first.id)
  })

  test('a Redis that cannot be used is named by its setting, without the password', async () => {
    await expect(openRedis('redis://ada:secret@127.0.0.1:1', log)).rejects.toThrow(
      /^Wrong setting: REDIS_URL: Redis cannot be used: connect ECONNREFUSED 127.0.0.1:1$/
    )
    await expect(openRedis(redis.url.replace('//', '//ada:secret@'), log)).rejects.toThrow(
      /^Wrong setting: REDIS_URL: Redis cannot be used: WRONGPASS/
    )
  })
})
