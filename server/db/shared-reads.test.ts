import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database/database.ts'
import { prepared } from './prepared.ts'
import { users } from './schema/accounts.ts'
import { goals } from './schema/goals.ts'
import { sessions } from './schema/sessions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const backend = prepared(db =>
  db
    .select({ pid: sql<number>`pg_backend_pid()`, at: sql<string>`clock_timestamp()::text` })
    .from(sql`(values (${sql.placeholder('value')}::int)) as given`)
)
const read = async (value: number) => (await backend(database.db).execute({ value }))[0]

test('reads in one turn use one connection, and the same read is sent once', async () => {
  const [one, two, again] = await Promise.all([read(1), read(2), read(1)])
  expect(two?.pid).toBe(one?.pid)
  expect(again).toEqual(one)
  expect(two?.at).not.toBe(one?.at)
  expect((await read(1))?.at).not.toBe(one?.at)
})

test('reads that wait for a connection are sent together on the first free one', async () => {
  const pool = database.db.$client
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()))
  const first = read(1)
  await new Promise(setImmediate)
  expect(pool.waitingCount).toBe(1)
  const second = read(2)
  await new Promise(setImmediate)
  expect(pool.waitingCount).toBe(1)
  for (const client of taken) client.release()
  expect((await second)?.pid).toBe((await first)?.pid)
})

test('a failed read does not affect others, and its error has the reason and the statement', async () => {
  const wrong = prepared(db =>
    db.select({ share: sql<number>`1 / ${sql.placeholder('value')}::int` }).from(sql`(values (1)) as given`)
  )
  const [first, second, third] = await Promise.allSettled([read(1), wrong(database.db).execute({ value: 0 }), read(2)])
  expect([first.status, third.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { query: expect.stringContaining('select 1 /'), cause: { code: '22012' } }
  })
})

test('a broken connection fails its reads, and the next read uses another connection', async () => {
  const ends = prepared(db =>
    db
      .select({ ended: sql<boolean>`pg_terminate_backend(pg_backend_pid() + ${sql.placeholder('value')}::int)` })
      .from(sql`(values (1)) as given`)
  )
  const ended = await Promise.allSettled([ends(database.db).execute({ value: 0 }), read(1)])
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read(1)).toMatchObject({ pid: expect.any(Number) })
})

test('rows equal drizzle’s: dates, big numbers, lists, and null for a join without a row', async () => {
  const { db } = database
  const at = new Date('2026-03-04T05:06:07.890Z')
  const [user] = await db
    .insert(users)
    .values({
      username: 'mapped',
      email: 'm@example.org',
      name: 'M',
      password_hash: '',
      new_messages: {} as never,
      created_at: at
    })
    .returning()
  await db.insert(goals).values({
    ...{ uuid: crypto.randomUUID(), user_id: user?.id ?? 0, title: 'Read', duration_done: 5_000_000_000 },
    ...{ created_at: at, updated_at: at, list: [] }
  })
  const select = () =>
    db
      .select({ goal: goals, session: { id: sessions.id, title: sessions.title }, user: users.username })
      .from(goals)
      .innerJoin(users, eq(users.id, goals.user_id))
      .leftJoin(sessions, eq(sessions.id, goals.session_id))
  const rows = await prepared(() => select().where(eq(users.username, sql.placeholder('name'))))(db).execute({
    name: 'mapped'
  })
  expect(rows).toEqual(await select().where(eq(users.username, 'mapped')))
  expect(rows).toMatchObject([{ goal: { created_at: at, duration_done: 5_000_000_000, list: [] }, session: null }])
})

test('in tests a change of a shared result throws', async () => {
  const plan = prepared(db =>
    db
      .select({
        plan: sql<{ parts: string[] }>`json_build_object('parts', json_build_array(${sql.placeholder('part')}::text))`
      })
      .from(sql`(values (1)) as given`)
  )
  const reads = [plan(database.db).execute({ part: 'Warm up' }), plan(database.db).execute({ part: 'Warm up' })]
  const [[mine], [others]] = (await Promise.all(reads)) as [
    { plan: { parts: string[] } }[],
    { plan: { parts: string[] } }[]
  ]
  expect(others?.plan).toBe(mine?.plan)
  expect(() => mine?.plan.parts.push('Cool down')).toThrow(TypeError)
  expect(others?.plan).toEqual({ parts: ['Warm up'] })
})
