import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../../testing/database/database.ts'
import { startRedis, withoutRedis } from '../../../testing/servers/redis.ts'
import { forgetOldCounters, postgresCounters } from '../../db/counter-rows.ts'
import { openRedis, type SharedRedis } from '../redis.ts'
import { type Counters, memoryCounters, type Use } from './counters.ts'
import { redisCounters } from './redis-counters.ts'

let database: TestDatabase
let redis: Awaited<ReturnType<typeof startRedis>>
let shared: SharedRedis
beforeAll(async () => {
  database = await testDatabase()
  if (withoutRedis) return
  redis = await startRedis()
  shared = await openRedis(redis.url, { warn() {} })
})
afterAll(async () => {
  await database.drop()
  shared?.redis.disconnect()
  await redis?.kill()
})

const clock = testClock()
const MINUTE = 60_000
const use = (key: string, amount = 1, most = 3): Use => ({ key, amount, most, withinMs: MINUTE })

const KINDS: [string, () => Counters][] = [
  ['in one process', () => memoryCounters(clock)],
  ['of nodes that share a database', () => postgresCounters(database.db, clock)],
  ['of nodes that share a Redis', () => redisCounters(shared.redis, 'hut', clock)]
]
const SHARED = KINDS.slice(1, withoutRedis ? 2 : 3)

describe.each(withoutRedis ? KINDS.slice(0, 2) : KINDS)('counters %s', (name, open) => {
  const key = (of: string) => `${of} ${name}`

  test('accept what fits into the time that starts with the first use', async () => {
    const { count } = open()
    const ada = key('ada')
    const until = clock.now() + MINUTE
    expect(await count([use(ada)])).toBeNull()
    clock.advance(MINUTE / 2)
    expect(await count([use(ada)])).toBeNull()
    expect(await count([use(ada)])).toBeNull()
    expect(await count([use(ada)])).toEqual({ key: ada, until })
    expect(await count([use(key('grace'))])).toBeNull()
    clock.advance(MINUTE / 2)
    expect(await count([use(ada, 3)])).toBeNull()
    expect(await count([use(ada)])).toEqual({ key: ada, until: clock.now() + MINUTE })
  })

  test('take back a use within its time, and never below zero', async () => {
    const { count, giveBack } = open()
    const ada = key('given back')
    await giveBack(use(ada))
    expect(await count([use(ada, 3)])).toBeNull()
    expect(await count([use(ada)])).not.toBeNull()
    await giveBack(use(ada))
    expect(await count([use(ada)])).toBeNull()
    expect(await count([use(ada)])).not.toBeNull()
    await giveBack(use(ada, 9))
    expect(await count([use(ada, 3)])).toBeNull()
    expect(await count([use(ada)])).not.toBeNull()
    clock.advance(MINUTE)
    await giveBack(use(ada, 3))
    expect(await count([use(ada, 3)])).toBeNull()
    expect(await count([use(ada)])).not.toBeNull()
  })

  test('do not count a refused use, so a smaller amount may still fit', async () => {
    const { count } = open()
    const ada = key('large')
    expect(await count([use(ada, 4)])).toEqual({ key: ada, until: clock.now() + MINUTE })
    expect(await count([use(ada, 2)])).toBeNull()
    expect(await count([use(ada, 2)])).toEqual({ key: ada, until: clock.now() + MINUTE })
    expect(await count([use(ada, 1)])).toBeNull()
  })

  test('name the first of several uses that does not fit', async () => {
    const { count } = open()
    const [many, few] = [key('many'), key('few')]
    expect(await count([use(many, 1, 10), use(few, 1, 1)])).toBeNull()
    expect(await count([use(many, 1, 10), use(few, 1, 1)])).toEqual({ key: few, until: clock.now() + MINUTE })
  })
})

test.each(SHARED)('attempts at two nodes at once are counted together %s', { tags: 'D-25' }, async (_, open) => {
  const nodes = [open(), open()]
  const tries = Array.from({ length: 40 }, (_, nth) => nodes[nth % 2]?.count([use('guesses', 1, 10)]))
  const results = await Promise.all(tries)
  expect(results.filter(full => full === null)).toHaveLength(10)
  expect(await open().count([use('guesses', 1, 10)])).toEqual({ key: 'guesses', until: clock.now() + MINUTE })
})

test.skipIf(withoutRedis)('without Redis a node counts alone, and Redis deletes keys whose time is over', async () => {
  const { count } = redisCounters(shared.redis, 'hut', clock)
  await count([{ ...use('soon over'), withinMs: 20 }, use('lasting')])
  await vi.waitFor(async () => expect(await shared.redis.keys('*over')).toEqual([]))
  expect(await shared.redis.pttl('challenge-hut:hut:lasting')).toBeGreaterThan(0)
  await redis.kill()
  for (let nth = 0; nth < 3; nth++) expect(await count([use('ada')])).toBeNull()
  expect(await count([use('ada')])).toEqual({ key: 'ada', until: clock.now() + MINUTE })
  await redis.start()
  await vi.waitFor(() => shared.redis.ping(), { timeout: 20_000 })
  const isCounted = () => shared.redis.exists('challenge-hut:hut:grace')
  // A frozen Redis would delay each call, so the counters do not use it for a while.
  await count([use('grace')])
  expect(await isCounted()).toBe(0)
  clock.advance(5000)
  await count([use('grace')])
  expect(await isCounted()).toBe(1)
})

test('counters whose time is over are deleted', async () => {
  const { count } = postgresCounters(database.db, clock)
  await count([use('over')])
  clock.advance(MINUTE)
  await forgetOldCounters(database.db, new Date(clock.now()))
  const { rows } = await database.db.$client.query('select key from limit_counts')
  expect(rows).toEqual([])
})
