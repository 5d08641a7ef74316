/** Copies the rows and files of a backup into an empty database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path/posix'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { CONTENT_TYPES, readFile as readFileName } from '../../domain/uploads/picture.ts'
import type { Store } from '../uploads/store.ts'
import { type Amount, list, listTables } from './backup.ts'
import { type BackupReader, type Ending, type Heading, NotWhole } from './format.ts'

export async function fill(
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
