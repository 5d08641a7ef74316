/**
 * A small database as the first release leaves it. The app itself wrote first-release.jsonl, with rows of every table.
 * Never edit that file; rows of a later release belong in a separate file.
 */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, type ClientConfig } from 'pg'
import { afterAll, inject } from 'vitest'
import { migrateDatabase } from '../../server/db/migrate.ts'
import { createDatabase } from './database.ts'

export type Row = Record<string, unknown>

const MIGRATIONS = fileURLToPath(new URL('../../server/db/migrations', import.meta.url))

interface Migration {
  idx: number
  version: string
  when: number
  tag: string
  breakpoints: boolean
}

/** The project's migrations, oldest first. */
export async function listMigrations(): Promise<Migration[]> {
  return JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')).entries
}

const folders: string[] = []
const databases: string[] = []

/** Call it at the top of a test file. It deletes the file's databases and folders at the end. */
export function cleanUpDatabases(): void {
  afterAll(async () => {
    await connected(inject('postgres'), async run => {
      for (const name of databases.splice(0)) await run(`drop database ${name} with (force)`)
    })
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
  })
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hut-migrations-'))
  folders.push(folder)
  return folder
}

/** Creates a folder with the first `count` of the project's migrations, followed by one with these statements. */
export async function folderOf(count: number, planted?: string): Promise<string> {
  const folder = await newFolder()
  await cp(MIGRATIONS, folder, { recursive: true })
  const entries = (await listMigrations()).slice(0, count)
  if (planted !== undefined) {
    const when = (entries.at(-1)?.when ?? 0) + 1
    entries.push({ idx: entries.length, version: '7', when, tag: '9999_planted', breakpoints: true })
    await writeFile(join(folder, '9999_planted.sql'), planted)
  }
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ dialect: 'postgresql', version: '7', entries }))
  return folder
}

export const emptyDatabase = (): Promise<ClientConfig> => copyOf('template1')

async function copyOf(template: string): Promise<ClientConfig> {
  const database = `hut_${randomBytes(6).toString('hex')}`
  await createDatabase(database, template)
  databases.push(database)
  return { ...inject('postgres'), database }
}

/** The rows of the first release by table. */
export async function readFirstRelease(): Promise<Map<string, Row[]>> {
  const text = await readFile(new URL('./first-release.jsonl', import.meta.url), 'utf8')
  const rows: [string, Row][] = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  return new Map([...Map.groupBy(rows, ([table]) => table)].map(([table, all]) => [table, all.map(([, row]) => row)]))
}

let firstRelease: Promise<string> | undefined
let upToDate: Promise<string> | undefined

/** Creates a database with the schema and the rows of the first release. */
export async function firstReleaseDatabase(): Promise<ClientConfig> {
  firstRelease ??= fillFirstRelease()
  return copyOf(await firstRelease)
}

/** The same after all migrations of the project. */
export async function migratedDatabase(): Promise<ClientConfig> {
  upToDate ??= migrateFirstRelease()
  return copyOf(await upToDate)
}

async function migrateFirstRelease(): Promise<string> {
  const connection = await firstReleaseDatabase()
  await migrateDatabase(connection)
  return kept(connection)
}

/** Keeps the database until the PostgreSQL of the run ends. Each test gets a copy of it. */
function kept({ database = '' }: ClientConfig): string {
  databases.splice(databases.indexOf(database), 1)
  return database
}

async function fillFirstRelease(): Promise<string> {
  const connection = await emptyDatabase()
  await migrateDatabase(connection, await folderOf(1))
  const client = new Client(connection)
  await client.connect()
  try {
    // Disables triggers and foreign keys: the rows were consistent when they were written, but their order is
    // arbitrary.
    await client.query('set session_replication_role = replica')
    for (const [table, rows] of await readFirstRelease()) {
      const columns = Object.keys(rows[0] ?? {}).join(', ')
      await client.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)]
      )
    }
  } finally {
    await client.end()
  }
  return kept(connection)
}

/** Runs one statement on a new connection. */
export const run = (connection: ClientConfig, statement: string): Promise<Row[]> =>
  connected(connection, run => run(statement))

/** Runs some statements on one connection: opening one costs more than most statements. */
export async function connected<Result>(
  connection: ClientConfig,
  work: (run: (statement: string) => Promise<Row[]>) => Promise<Result>
): Promise<Result> {
  const client = new Client(connection)
  await client.connect()
  try {
    return await work(async statement => (await client.query(statement)).rows)
  } finally {
    await client.end()
  }
}
