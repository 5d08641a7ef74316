/**
 * Fills an empty database from a backup, completely or not at all. The schema comes from the migrations that the backup
 * has. A later version upgrades it at its next start, like the original database.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { listApplied, MIGRATIONS, migrateDatabase, refuseUnknown } from '../db/migrate.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { Store } from '../uploads/store.ts'
import { type Amount, listTables, PLAIN_TEXT } from './backup.ts'
import type { BackupReader, Heading } from './format.ts'
import { fill } from './restore-contents.ts'

/**
 * Reads the description of a backup before anything is created.
 * @param migrations the folder of this program's migrations
 * @throws OperatorError when this program cannot restore it
 */
export async function readHeading(backup: BackupReader, migrations = MIGRATIONS): Promise<Heading> {
  const heading = await backup.heading()
  refuseUnknown(heading.migrations, migrations)
  return heading
}

/**
 * Restores the rows, counters and pictures.
 * @param place names the database in messages
 * @param store receives the pictures
 * @throws OperatorError when the database is not empty, or the backup is incomplete
 */
export async function restore(
  connection: ClientConfig,
  place: string,
  heading: Heading,
  backup: BackupReader,
  migrations = MIGRATIONS,
  store: Store | null = null
): Promise<Amount> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await isEmpty(client, heading))) {
      throw new OperatorError(`There is data in ${place} already: restore into an empty DATA_DIR or DATABASE_URL.`)
    }
    await migrateUpTo(connection, heading.migrations.length, migrations)
    await client.query(PLAIN_TEXT)
    await client.query('begin')
    const amount = await fill(client, heading, backup, store)
    await client.query('commit')
    await client.query('analyze')
    return { tables: heading.tables.length, ...amount }
  } finally {
    await client.end()
  }
}

/**
 * Whether a database has no data. A failed restore leaves a schema without users. Every start of the app creates at
 * least the administrator.
 */
async function isEmpty(client: Client, heading: Heading): Promise<boolean> {
  const applied = await listApplied(client)
  if (applied.length === 0) return (await listTables(client)).length === 0
  if (applied.length > heading.migrations.length) return false
  const { rows } = await client.query('select 1 from users limit 1')
  return rows.length === 0
}

/**
 * Creates the schema after the first `count` migrations. Drizzle runs all migrations of a folder, so this copies the
 * folder without the later ones.
 */
async function migrateUpTo(connection: ClientConfig, count: number, migrations: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-hut-migrations-'))
  try {
    await cp(migrations, folder, { recursive: true })
    const journal = join(folder, 'meta', '_journal.json')
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }))
    await migrateDatabase(connection, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
