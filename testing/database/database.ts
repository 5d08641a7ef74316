/** Gives a test file its own database, copied from the template. */
import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { TEMPLATE } from '../names.ts'

export interface TestDatabase {
  db: Database
  connection: ClientConfig
  drop: () => Promise<void>
}

export type Open = (connection: ClientConfig, log: Parameters<typeof openDatabase>[1]) => Database

export async function testDatabase(open: Open = openDatabase): Promise<TestDatabase> {
  const server = inject('postgres')
  const database = `hut_${randomBytes(6).toString('hex')}`
  await createDatabase(database, TEMPLATE)
  const connection = { ...server, database }
  let dropping = false
  const db = open(connection, {
    // A connection may still be closing when its database is dropped.
    error: (details, text) => dropping || console.error(text, details)
  })
  freezeReads(db)
  return {
    db,
    connection,
    async drop() {
      dropping = true
      await db.$client.end()
      await run(server, `drop database ${database} with (force)`)
    }
  }
}

/** Freezes read rows: two readers may share them (server/db/shared-reads.ts), so changing them fails. */
function freezeReads({ $reads }: Database): void {
  const query = $reads.query.bind($reads)
  $reads.query = async (...read) => {
    const result = await query(...read)
    for (const row of result.rows) freeze(row)
    return result
  }
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
}

export async function createDatabase(name: string, template: string): Promise<void> {
  await run(inject('postgres'), `create database ${name} template ${template} strategy file_copy`)
}

async function run(server: ClientConfig, statement: string): Promise<void> {
  const client = new Client(server)
  await client.connect()
  try {
    // Test files that copy the template at the same time wait for each other.
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
