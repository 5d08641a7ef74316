/**
 * The pool and the one way to a transaction. Inside a transaction only its handle is used; a refusal thrown there
 * rolls it back.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientConfig, Pool } from 'pg'
import { preparingClient } from './preparing-client.ts'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema> & { $client: Pool }
/** A transaction's handle. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const MIGRATIONS = new URL('./migrations', import.meta.url).pathname
/** Any number that nothing else locks: whoever holds it migrates, the others wait and find it done. */
const MIGRATION_LOCK = 7_201_968

interface Log {
  error: (details: object, text: string) => void
}

export function openDatabase(connection: ClientConfig, log: Log, poolSize = 10): Database {
  const pool = new Pool({
    ...connection,
    Client: preparingClient(),
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000
  })
  // An idle connection that breaks (the server restarted) must not end the process; the pool opens a new one.
  pool.on('error', error => log.error({ err: error }, 'idle database connection failed'))
  return drizzle(pool, { schema })
}

/** Brings the database up to date, once, whatever starts at the same time. */
export async function migrateDatabase(connection: ClientConfig): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}
