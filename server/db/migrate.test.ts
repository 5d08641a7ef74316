import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, type ClientConfig } from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { migrateDatabase, UnknownSchemaError } from './migrate.ts'

const made: string[] = []
const folders: string[] = []
afterEach(async () => {
  for (const name of made.splice(0)) await query(inject('postgres'), `drop database ${name} with (force)`)
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
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

/** Starting the whole program takes a few seconds of a busy machine. */
const START = 60_000

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
const applied = 'select count(*)::int as count from drizzle.__drizzle_migrations'

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

async function journal(folder = MIGRATIONS): Promise<Journal> {
  return JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'))
}

/** The project's migrations and one more. */
async function withPlanted(statements: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hut-migrations-'))
  folders.push(folder)
  await cp(MIGRATIONS, folder, { recursive: true })
  const { entries, ...rest } = await journal()
  const last = entries.at(-1)
  const planted = {
    idx: entries.length,
    version: '7',
    when: (last?.when ?? 0) + 1,
    tag: '9999_planted',
    breakpoints: true
  }
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...rest, entries: [...entries, planted] }))
  await writeFile(join(folder, '9999_planted.sql'), statements)
  return folder
}

/** Starts the app on that database until it ends by itself. */
async function startApp({
  host = '',
  port,
  password,
  database
}: ClientConfig): Promise<{ code: number; printed: string }> {
  const login = password ? `postgres:${encodeURIComponent(String(password))}` : 'postgres'
  const DATABASE_URL = `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const dataDir = await mkdtemp(join(tmpdir(), 'hut-data-'))
  folders.push(dataDir)
  return new Promise(done => {
    execFile(
      process.execPath,
      [fileURLToPath(new URL('../main.ts', import.meta.url))],
      { env: { PATH: process.env.PATH, DATABASE_URL, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' } },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), printed: stdout + stderr })
    )
  })
}

test('apps that start at the same time bring an empty database up to date once', async () => {
  const connection = await emptyDatabase()
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(connection)))
  const { entries } = await journal()
  expect(await query(connection, applied)).toEqual([{ count: entries.length }])
  await migrateDatabase(connection)
  expect(await query(connection, applied)).toEqual([{ count: entries.length }])
})

test(
  'a database from before the first release is refused in one line, and stays as it is',
  async () => {
    const connection = await emptyDatabase()
    await query(
      connection,
      `create schema drizzle;
     create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
     insert into drizzle.__drizzle_migrations (hash, created_at) values ('earlier', 1), ('later', 2);
     create table users (name text)`
    )
    await expect(migrateDatabase(connection)).rejects.toThrow(UnknownSchemaError)
    expect(await startApp(connection)).toEqual({
      code: 1,
      printed:
        'The database was made by a version from before the first release, which cannot be upgraded: ' +
        'start with an empty one, by another DATA_DIR or DATABASE_URL.\n'
    })
    expect(await query(connection, applied)).toEqual([{ count: 2 }])
  },
  START
)

test(
  'a database that a newer version upgraded is refused in one line, and stays as it is',
  async () => {
    const connection = await emptyDatabase()
    await migrateDatabase(connection, await withPlanted('alter table users add column planted text'))
    await expect(migrateDatabase(connection)).rejects.toThrow(UnknownSchemaError)
    expect(await startApp(connection)).toEqual({
      code: 1,
      printed:
        'The database was upgraded by a newer version of this program: ' +
        'start that version, or restore a backup from before the upgrade.\n'
    })
    const { entries } = await journal()
    expect(await query(connection, applied)).toEqual([{ count: entries.length + 1 }])
  },
  START
)
