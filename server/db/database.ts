/**
 * The pool and the one way to a transaction. Inside a transaction only its handle is used; a refusal thrown there
 * rolls it back. Connections are pipelined: statements that do not need each other's answers go out together, and
 * PostgreSQL runs them in the order they were called.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { preparingClient } from './preparing-client.ts'
import * as schema from './schema.ts'

type Queries = Omit<NodePgDatabase<typeof schema>, 'transaction'>
/** A transaction's handle: drizzle over one connection, the same for as long as the connection lives. */
export type Transaction = Queries & { $client: PoolClient }
export type Database = Queries & {
  $client: Pool
  /** @param begin how it begins, when not as usual */
  transaction: <Result>(work: (tx: Transaction) => Promise<Result>, begin?: string) => Promise<Result>
}

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
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000
  })
  // An idle connection that breaks (the server restarted) must not end the process; the pool opens a new one.
  pool.on('error', error => log.error({ err: error }, 'idle database connection failed'))
  // Nor one that breaks in a transaction: what it is asked next fails.
  pool.on('connect', client => client.on('error', () => {}))
  const handles = new WeakMap<PoolClient, Transaction>()
  const handleOf = (client: PoolClient): Transaction => {
    const known = handles.get(client)
    if (known) return known
    const handle = drizzle(client, { schema })
    handles.set(client, handle)
    return handle
  }
  return Object.assign(drizzle(pool, { schema }), {
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>, begin = 'begin') =>
      inTransaction(pool, begin, client => work(handleOf(client)))
  })
}

async function inTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<Result>
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // The first statement need not wait for its answer: where it fails, that of the commit does too.
    const begun = client.query(begin)
    begun.catch(() => {})
    const result = await work(client)
    await begun
    const { command } = await client.query('commit')
    // So PostgreSQL answers where a statement failed and nobody threw.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    // Whatever was called and not waited for is over when this is answered.
    await client.query('rollback').catch(failure => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
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
