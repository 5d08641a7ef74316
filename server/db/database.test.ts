import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientConfig } from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { migrateDatabase } from './database.ts'

const made: string[] = []
afterEach(async () => {
  for (const name of made.splice(0)) await query(inject('postgres'), `drop database ${name} with (force)`)
})

async function emptyDatabase(): Promise<ClientConfig> {
  const database = `empty_${made.length}_${Date.now()}`
  await query(inject('postgres'), `create database ${database}`)
  made.push(database)
  return { ...inject('postgres'), database }
}

async function query(connection: ClientConfig, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const MIGRATIONS = new URL('./migrations', import.meta.url).pathname
const applied = 'select count(*)::int as count from drizzle.__drizzle_migrations'

async function journal(folder: string): Promise<{ entries: unknown[] }> {
  return JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'))
}

test('apps that start at the same time bring an empty database up to date once', async () => {
  const connection = await emptyDatabase()
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(connection)))
  const { entries } = await journal(MIGRATIONS)
  expect(await query(connection, applied)).toEqual([{ count: entries.length }])
  await migrateDatabase(connection)
  expect(await query(connection, applied)).toEqual([{ count: entries.length }])
})

test('an upgrade keeps what the database holds', async () => {
  const connection = await emptyDatabase()
  const first = await mkdtemp(join(tmpdir(), 'hut-migrations-'))
  await cp(MIGRATIONS, first, { recursive: true })
  const all = await journal(first)
  await writeFile(join(first, 'meta/_journal.json'), JSON.stringify({ ...all, entries: all.entries.slice(0, 1) }))
  const client = new Client(connection)
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder: first })
  await client.end()
  await rm(first, { recursive: true })
  await query(
    connection,
    `insert into users (username, email, name, password_hash, new_messages, created_at)
       values ('ada', 'ada@example.org', 'Ada', 'x', '{}', now());
     insert into goals (uuid, user_id, title, duration_done, created_at, updated_at)
       values (gen_random_uuid(), 1, 'Read', 7200, now(), now())`
  )
  await migrateDatabase(connection)
  expect(await query(connection, 'select title, duration_done::int from goals')).toEqual([
    { title: 'Read', duration_done: 7200 }
  ])
})
