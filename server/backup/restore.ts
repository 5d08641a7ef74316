/**
 * Fills an empty database from a backup, completely or not at all. The schema comes from the migrations that the backup
 * has. A later version upgrades it at its next start, like the original database.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client, type ClientConfig } from 'pg'
import { from } from 'pg-copy-streams'
import { CONTENT_TYPES, readFile as readFileName } from '../../domain/uploads/picture.ts'
import { listApplied, MIGRATIONS, migrateDatabase, refuseUnknown } from '../db/migrate.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { Store } from '../uploads/store.ts'
import { type Amount, list, listTables, PLAIN_TEXT } from './backup.ts'
import { type BackupReader, type Ending, type Heading, NotWhole } from './format.ts'

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

async function fill(
  client: Client,
  heading: Heading,
  backup: BackupReader,
  store: Store | null
): Promise<Omit<Amount, 'tables'>> {
  const tables = await listTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(heading.tables))
    throw new NotWhole('its tables are not those of its schema')
  // Rows arrive table by table, so foreign keys cannot hold meanwhile. They are checked when they are added again.
  const keys = await dropForeignKeys(client)
  const names = list(tables.map(({ name }) => name))
  await client.query(`truncate ${names}`)
  for (const { name } of tables) await client.query(`alter table ${list([name])} disable trigger user`)
  const { rows, counters, files } = await copyContents(client, heading, backup, store)
  for (const { name } of tables) await client.query(`alter table ${list([name])} enable trigger user`)
  for (const add of keys) await client.query(add)
  for (const [name, last] of Object.entries(counters)) {
    if (last !== null) await client.query('select setval(quote_ident($1)::regclass, $2)', [name, last])
  }
  return { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files }
}

/** Drops all foreign keys. Returns the statements that add them again. */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ remove: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`
  )
  for (const { remove } of rows) await client.query(remove)
  return rows.map(({ add }) => add)
}

async function copyContents(
  client: Client,
  { tables }: Heading,
  backup: BackupReader,
  store: Store | null
): Promise<Ending & { files: number }> {
  const columns = new Map(tables.map(table => [table.name, list(table.columns)]))
  const counts = new Map<string, number>()
  let next = await backup.next()
  while ('table' in next) {
    const { table } = next
    if (!columns.has(table)) throw new NotWhole('it has rows of an unknown table')
    const copy = client.query(from(`copy ${list([table])} (${columns.get(table)}) from stdin`))
    await pipeline(async function* () {
      while ('table' in next && next.table === table) {
        yield next.rows
        next = await backup.next()
      }
    }, copy)
    counts.set(table, (counts.get(table) ?? 0) + copy.rowCount)
  }
  let files = 0
  while ('file' in next) {
    if (store) await keepFile(store, next)
    files++
    next = await backup.next()
  }
  if ('table' in next) throw new NotWhole('it is damaged')
  for (const { name } of tables) {
    if (next.rows[name] !== (counts.get(name) ?? 0)) throw new NotWhole(`it has not all rows of ${name}`)
  }
  return { ...next, files }
}

async function keepFile(store: Store, { file, content }: { file: string; content: Buffer }): Promise<void> {
  const named = readFileName(file)
  if (!named) throw new NotWhole('it has a file of an unknown name')
  const folder = await mkdtemp(join(tmpdir(), 'challenge-hut-picture-'))
  try {
    const path = join(folder, 'picture')
    await writeFile(path, content)
    await store.write(file, path, CONTENT_TYPES[named.type])
  } finally {
    await rm(folder, { recursive: true })
  }
}
