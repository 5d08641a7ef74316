/** Writes a backup of a database in use. One transaction reads everything as it was at one moment. */
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client, type ClientConfig } from 'pg'
import { type CopyToStreamQuery, to } from 'pg-copy-streams'
import { filesOf, type Stored } from '../../domain/uploads/picture.ts'
import { listApplied } from '../db/migrate.ts'
import type { Store } from '../uploads/store.ts'
import { encrypt } from './encrypt.ts'
import { type Ending, FORMAT, type Heading } from './format.ts'

/** Settings for a text format that is the same on every server. */
export const PLAIN_TEXT = `set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** The contents of a backup, counted. */
export interface Amount {
  tables: number
  rows: number
  /** Files of pictures. */
  files: number
}

export interface Options {
  /** Encrypts the backup; null to leave it readable. */
  passphrase?: string | null
  /** Ends the writing. */
  signal?: AbortSignal
  /** Passes the bytes on, or throws. */
  through?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
}

/** Writes a backup to a stream. @param store the store of the pictures to include; null to leave them out */
export async function writeBackup(
  connection: ClientConfig,
  destination: Writable,
  store: Store | null = null,
  { passphrase = null, signal, through = chunks => chunks }: Options = {}
): Promise<Amount> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  // Also ends a statement that waits for the database. The pipeline would wait for it.
  const leave = () => void client.end()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    await client.query(PLAIN_TEXT)
    await client.query('begin isolation level repeatable read read only')
    const amount = { tables: 0, rows: 0, files: 0 }
    const sealed = (chunks: AsyncIterable<Buffer>) => (passphrase === null ? chunks : encrypt(chunks, passphrase))
    await pipeline(
      contents(client, amount, store),
      createGzip(),
      (chunks: AsyncIterable<Buffer>) => through(sealed(chunks)),
      destination,
      signal ? { signal } : {}
    )
    return amount
  } finally {
    signal?.removeEventListener('abort', leave)
    await client.end()
  }
}

async function* contents(client: Client, amount: Amount, store: Store | null): AsyncGenerator<string | Buffer> {
  const heading = await readHeading(client)
  yield line(heading)
  const copies = new Map<string, CopyToStreamQuery>()
  for (const { name, columns } of heading.tables) {
    const copy = client.query(to(`copy ${list([name])} (${list(columns)}) to stdout`))
    copies.set(name, copy)
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      yield line({ table: name, bytes: chunk.length })
      yield chunk
    }
  }
  // A database before the first pictures has no such table.
  if (store && copies.has('uploads')) {
    for await (const { name, content } of readFiles(client, store)) {
      amount.files++
      yield line({ file: name, bytes: content.length })
      yield content
    }
  }
  // Counters ignore transactions. Read last, they are never behind the rows.
  const counters = await readCounters(client)
  // The row count of a copy arrives only with the result of the next statement.
  const rows = Object.fromEntries([...copies].map(([name, { rowCount }]) => [name, rowCount]))
  amount.tables = copies.size
  amount.rows = Object.values(rows).reduce((sum, count) => sum + count, 0)
  yield line({ rows, counters } satisfies Ending)
}

/**
 * Reads the files of all pictures. A file that was deleted since the transaction started belongs to a picture that no
 * text shows.
 */
async function* readFiles(client: Client, store: Store): AsyncGenerator<{ name: string; content: Buffer }> {
  const { rows } = await client.query<Stored>('select name, type, widths from uploads order by id')
  for (const name of rows.flatMap(filesOf)) {
    const found = await store.read(name)
    if (found) yield { name, content: await buffer(found.content) }
  }
}

async function readHeading(client: Client): Promise<Heading> {
  const { rows } = await client.query<{ now: string }>(`select to_json(now()) #>> '{}' as now`)
  return {
    format: FORMAT,
    taken_at: rows[0]?.now ?? '',
    migrations: await listApplied(client),
    tables: await listTables(client)
  }
}

/** The app's tables, each with its columns except generated ones. */
export async function listTables(client: Client): Promise<Heading['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
       and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
     group by relname order by relname`
  )
  return rows
}

async function readCounters(client: Client): Promise<Ending['counters']> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Quotes names for SQL. */
export function list(names: readonly string[]): string {
  return names.map(name => `"${name.replaceAll('"', '""')}"`).join(', ')
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}
