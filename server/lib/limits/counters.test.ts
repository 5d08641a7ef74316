import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../../testing/database.ts'
import { forgetOldCounters, postgresCounters } from './counter-rows.ts'
import { type Counters, memoryCounters, type Use } from './counters.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const clock = testClock()
const MINUTE = 60_000
const use = (key: string, amount = 1, most = 3): Use => ({ key, amount, most, withinMs: MINUTE })

describe.each<[string, () => Counters]>([
  ['in one process', () => memoryCounters(clock)],
  ['of nodes that share a database', () => postgresCounters(database.db, clock)]
])('counters %s', (name, open) => {
  const key = (of: string) => `${of} ${name}`

  test('take what fits within the time that runs from the first use', async () => {
    const count = open()
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

  test('do not count what is refused: a smaller amount may still fit', async () => {
    const count = open()
    const ada = key('large')
    expect(await count([use(ada, 4)])).toEqual({ key: ada, until: clock.now() + MINUTE })
    expect(await count([use(ada, 2)])).toBeNull()
    expect(await count([use(ada, 2)])).toEqual({ key: ada, until: clock.now() + MINUTE })
    expect(await count([use(ada, 1)])).toBeNull()
  })

  test('of several uses name the first that does not fit', async () => {
    const count = open()
    const [many, few] = [key('many'), key('few')]
    expect(await count([use(many, 1, 10), use(few, 1, 1)])).toBeNull()
    expect(await count([use(many, 1, 10), use(few, 1, 1)])).toEqual({ key: few, until: clock.now() + MINUTE })
  })
})

test('D-25 tries that come to two nodes at once are counted together', async () => {
  const nodes = [postgresCounters(database.db, clock), postgresCounters(database.db, clock)]
  const tries = Array.from({ length: 40 }, (_, nth) => nodes[nth % 2]?.([use('guesses', 1, 10)]))
  const results = await Promise.all(tries)
  expect(results.filter(full => full === null)).toHaveLength(10)
  const { rows } = await database.db.$client.query(`select used::int from limit_counts where key = 'guesses'`)
  expect(rows).toEqual([{ used: 10 }])
})

test('what is over is forgotten', async () => {
  const count = postgresCounters(database.db, clock)
  await count([use('over')])
  clock.advance(MINUTE)
  await forgetOldCounters(database.db, new Date(clock.now()))
  const { rows } = await database.db.$client.query('select key from limit_counts')
  expect(rows).toEqual([])
})
