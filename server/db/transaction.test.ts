import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database/database.ts'
import { preparedInsert } from './prepared.ts'
import { users } from './schema/accounts.ts'
import { goals } from './schema/goals.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.$client.query('create table words (id int primary key, text text)')
})
afterAll(() => database.drop())
beforeEach(() => database.db.$client.query('truncate words'))

const note = 'insert into words values ($1, $2)'
const noted = async () => (await database.db.$client.query('select id from words order by id')).rows.map(row => row.id)

test('a transaction that throws stores nothing, and its connection serves the next one', async () => {
  const { db } = database
  for (let round = 0; round < 20; round++) {
    await expect(
      db.transaction(async tx => {
        await tx.$client.query({ text: note }, [1, 'one'])
        throw new Error('no')
      })
    ).rejects.toThrow('no')
  }
  expect(await noted()).toEqual([])
  await db.transaction(tx => tx.$client.query({ text: note }, [2, 'two']))
  expect(await noted()).toEqual([2])
})

test('statements sent together run in the order of the calls, and a failed one undoes all', async () => {
  const { db } = database
  await db.transaction(tx => Promise.all([3, 1, 2].map(id => tx.$client.query({ text: note }, [id, 'x']))))
  expect(await noted()).toEqual([1, 2, 3])
  await expect(
    db.transaction(tx => Promise.all([4, 1, 5].map(id => tx.$client.query({ text: note }, [id, 'x']))))
  ).rejects.toThrow('duplicate key')
  expect(await noted()).toEqual([1, 2, 3])
})

test('all statements of one turn are sent in one write, together with the begin', async () => {
  const writes = await database.db.transaction(async tx => {
    const { stream } = (tx.$client as unknown as { connection: { stream: Socket } }).connection
    const spies = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
    await Promise.all([1, 2].map(id => tx.$client.query({ text: note }, [id, 'x'])))
    const counts = spies.map(spy => spy.mock.calls.length)
    for (const spy of spies) spy.mockRestore()
    return counts
  })
  expect(writes).toEqual([0, 1])
})

test('a transaction with an ignored failure is not reported as committed', async () => {
  const swallow = database.db.transaction(async tx => {
    await tx.$client.query({ text: note }, [6, 'x'])
    await tx.$client.query('select 1 / 0').catch(() => {})
  })
  await expect(swallow).rejects.toThrow('rolled back')
  expect(await noted()).toEqual([])
})

/** Locks two of the words, one after the other. `met` lets the other transaction lock its first word in between. */
const lockBoth = (first: number, second: number, met: () => Promise<void>) =>
  database.db.transaction(async tx => {
    await tx.$client.query('update words set text = text || $2 where id = $1', [first, first])
    await met()
    await tx.$client.query('update words set text = text || $2 where id = $1', [second, first])
  })

test('of two transactions in a deadlock one is repeated, and both succeed once', async () => {
  const { db } = database
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  await db.transaction(tx => Promise.all([1, 2].map(id => tx.$client.query({ text: note }, [id, '']))))
  let came = 0
  const { promise: both, resolve } = Promise.withResolvers<void>()
  const meet = () => {
    if (++came === 2) resolve()
    return both
  }
  await Promise.all([lockBoth(1, 2, meet), lockBoth(2, 1, meet)])
  const { rows } = await db.$client.query('select text from words order by id')
  expect(rows.map(({ text }) => [...text].toSorted().join(''))).toEqual(['12', '12'])
  expect(told.mock.calls.map(([text]) => text)).toEqual(['a transaction is repeated after a conflict with others'])
  told.mockRestore()
})

test.each(['40P01', '40001'])('work that fails with %s each time is given up after four tries', async code => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  let tries = 0
  const fails = database.db.transaction(async tx => {
    tries++
    await tx.$client.query(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
  })
  await expect(fails).rejects.toMatchObject({ code })
  expect([tries, told.mock.calls.length]).toEqual([4, 3])
  told.mockRestore()
})

test('a broken connection fails its transaction, and other connections still work', async () => {
  const { db } = database
  const broken = db.transaction(async tx => {
    const { rows } = await tx.$client.query('select pg_backend_pid() as pid')
    await db.$client.query('select pg_terminate_backend($1)', [rows[0].pid])
    await tx.$client.query({ text: note }, [7, 'x'])
  })
  await expect(broken).rejects.toThrow()
  await Promise.all([8, 9, 10].map(id => db.transaction(tx => tx.$client.query({ text: note }, [id, 'x']))))
  expect(await noted()).toEqual([8, 9, 10])
})

test('a prepared insert writes the same row as an ordinary insert', async () => {
  const { db } = database
  const [ada] = await db
    .insert(users)
    .values({
      username: 'ada',
      email: 'ada@example.org',
      name: 'Ada',
      password_hash: 'x',
      new_messages: {},
      created_at: new Date(0)
    } as typeof users.$inferInsert)
    .returning()
  const insertGoal = preparedInsert(goals)
  const row = (title: string) => ({
    uuid: crypto.randomUUID(),
    user_id: ada?.id ?? 0,
    title,
    amount: null,
    list: [{ uuid: 'a', title: "it's; drop table goals" }] as never,
    started_at: new Date(1_600_000_000_123),
    created_at: new Date(1_500_000_000_000),
    updated_at: new Date(1_500_000_000_000)
  })
  const [first, second] = [row("o'clock"), { ...row('Read'), unit: 'pages', amount: 2.5 }]
  const inserted = await db.transaction(async tx => [
    await insertGoal(tx, first),
    await insertGoal(tx, second),
    ...(await tx.insert(goals).values(row('plain')).returning())
  ])
  expect(inserted[0]).toMatchObject(first)
  expect(inserted[1]).toMatchObject(second)
  expect(inserted[0]).toEqual({ ...inserted[2], id: inserted[0]?.id, uuid: first.uuid, title: first.title })
})
