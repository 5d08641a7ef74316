/** Writes a backup of a database while it is used: one transaction sees it as it was at one moment. */
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client, type ClientConfig } from 'pg'
import { type CopyToStreamQuery, to } from 'pg-copy-streams'
import { filesOf, type Stored } from '../../domain/uploads/picture.ts'
import { listApplied } from '../db/migrate.ts'
import type { Store } from '../uploads/store.ts'
import { type Ending, FORMAT, type Heading } from './format.ts'

/** Text that means the same on any server, whatever its settings. */
export const PLAIN_TEXT = `set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** How much is in it. */
export interface Amount {
  tables: number
  rows: number
  /** Files of pictures. */
  files: number
}

/** @param store of the pictures that go into the backup; null where they have backups of their own */
export async function writeBackup(
  connection: ClientConfig,
  destination: Writable,
  store: Store | null = null
): Promise<Amount> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(PLAIN_TEXT)
    await client.query('begin isolation level repeatable read read only')
    const amount = { tables: 0, rows: 0, files: 0 }
    await pipeline(contents(client, amount, store), createGzip(), destination)
    return amount
  } finally {
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
  // An older database has no pictures.
  if (store && copies.has('uploads')) {
    for await (const { name, content } of readFiles(client, store)) {
      amount.files++
      yield line({ file: name, bytes: content.length })
      yield content
    }
  }
  // Counters take no part in transactions: read last, they are never behind the rows.
  const counters = await readCounters(client)
  // The count of a copy is there with the result of the next statement, not with its last row.
  const rows = Object.fromEntries([...copies].map(([name, { rowCount }]) => [name, rowCount]))
  amount.tables = copies.size
  amount.rows = Object.values(rows).reduce((sum, count) => sum + count, 0)
  yield line({ rows, counters } satisfies Ending)
}

/** A file that was deleted since the transaction began is of a picture that nothing showed. */
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

/** The app's tables with the columns that are stored as they were given. */
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

/** Names as SQL writes them. */
export function list(names: readonly string[]): string {
  return names.map(name => `"${name.replaceAll('"', '""')}"`).join(', ')
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}
