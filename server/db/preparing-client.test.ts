import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activitiesPage, randomActivity } from '../../domain/activities/api.ts'
import { tokensPage } from '../../domain/billing/tokens-api.ts'
import { eventsPage, homePage } from '../../domain/browse/api.ts'
import { myGoalsPage } from '../../domain/goals/api.ts'
import { groupPage, groupsPage } from '../../domain/groups/api.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import { sessionHutPage } from '../../domain/posts/api.ts'
import { sessionMemberGoalsPage } from '../../domain/session-goals/api.ts'
import { mySessionsPage } from '../../domain/sessions/api.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { type Database, openDatabase } from './database.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

let probes = 0
/** The number of statement names that the pool has used. Each name ends with the number of names before it. */
async function countNames({ $client }: Database): Promise<number> {
  const client = await $client.connect()
  try {
    const text = `select $1::int as probe_${++probes}`
    await client.query({ text }, [1])
    const { rows } = await client.query(`select name from pg_prepared_statements where statement = '${text}'`)
    return Number(rows[0]?.name.slice(1)) - probes + 1
  } finally {
    client.release()
  }
}

test('paging through every list prepares only two statements per list', {
  tags: 'API-07'
}, async () => {
  const ada = await world.as('ada')
  const { rows } = await world.db.execute<{ slug: string }>(sql`select slug from groups limit 1`)
  const room = { event: '10' }
  const readPage = async (page: number) => {
    for (const list of [homePage, eventsPage, activitiesPage, mySessionsPage, groupsPage]) {
      await ada.visit(list, {}, { page })
    }
    for (const list of [myGoalsPage, myLogsPage, tokensPage]) await ada.visit(list, {}, { page })
    await ada.visit(groupPage, { hut: String(rows[0]?.slug) }, { page })
    for (const list of [sessionHutPage, sessionMemberGoalsPage]) await ada.visit(list, room, { page })
  }
  // A list counts up to 100 rows, so its query changes once more after those.
  for (const page of [1, 2, 200]) await readPage(page)
  const names = await countNames(world.db)
  for (const page of [3, 4, 5, 50, 201, 5000]) await readPage(page)
  expect(await countNames(world.db)).toBe(names)
})

test('lists of different lengths use the same statement', async () => {
  const { rows } = await world.db.execute<{ id: number }>(sql`select id::int from terms where parent_id is null`)
  const readRandom = (count: number) =>
    world.visitor.call(randomActivity, { body: { interests: rows.slice(0, count).map(({ id }) => id) } })
  await readRandom(1)
  await readRandom(2)
  const names = await countNames(world.db)
  for (let count = 3; count <= rows.length; count++) await readRandom(count)
  expect(rows.length).toBeGreaterThan(4)
  expect(await countNames(world.db)).toBe(names)
})

test('a long unused statement is dropped, so that each new one can be prepared', async () => {
  const database = await testDatabase()
  const db = openDatabase(database.connection, { error() {} }, 1)
  const ask = async (text: number) => {
    const { rows } = await db.$client.query({ text: `select ${text} + $1::int as sum` }, [1])
    expect(rows).toEqual([{ sum: text + 1 }])
  }
  const isPrepared = async (text: number) => {
    const { rows } = await db.$client.query(
      `select 1 from pg_prepared_statements where statement = 'select ${text} + $1::int as sum'`
    )
    return rows.length === 1
  }
  for (let text = 0; text < 510; text++) {
    await ask(text)
    // It is used again and again, so it stays.
    await ask(0)
  }
  const { rows } = await db.$client.query('select count(*)::int from pg_prepared_statements')
  expect(rows).toEqual([{ count: 500 }])
  expect(await Promise.all([0, 1, 10, 11, 509].map(isPrepared))).toEqual([true, false, false, true, true])
  await ask(1)
  expect(await isPrepared(1)).toBe(true)
  await db.$client.end()
  await database.drop()
})

test('a statement dropped inside a failed transaction can be used again afterwards', async () => {
  const database = await testDatabase()
  const db = openDatabase(database.connection, { error() {} }, 1)
  const client = await db.$client.connect()
  const ask = (text: number) => client.query({ text: `select ${text} + $1::int as sum` }, [1])
  for (let text = 0; text < 500; text++) await ask(text)
  await client.query('begin')
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
  await expect(ask(1000)).rejects.toThrow('current transaction is aborted')
  await client.query('rollback')
  for (const text of [0, 1000, 1, 0]) expect((await ask(text)).rows).toEqual([{ sum: text + 1 }])
  client.release()
  await db.$client.end()
  await database.drop()
})
