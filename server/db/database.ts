/**
 * The connection pool and the only way to start a transaction. Code inside a transaction uses only its handle, and a
 * refusal thrown there rolls it back. Connections are pipelined: statements that do not need each other's results are
 * sent together, and PostgreSQL runs them in the order of the calls. Transactions never use all connections, because
 * they may wait for locks, so reads always find a free one.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg'
import { mayBeRepeated } from '../lib/database-errors.ts'
import { createSlots } from '../lib/limits/slots.ts'
import { KEEPALIVE } from './keepalive.ts'
import { preparingClient } from './preparing-client.ts'
import { SharedReads } from './shared-reads.ts'

type Queries = Omit<NodePgDatabase, 'transaction'>
/** The handle of a transaction: drizzle over one connection. A connection keeps its handle for its whole life. */
export type Transaction = Queries & { $client: PoolClient }
export type Database = Queries & {
  $client: Pool
  /** For raw statements that only read. */
  $reads: SharedReads
  /**
   * Runs `work` in a transaction, and again after a deadlock or a serialization failure. So `work` may change only the
   * database, and variables that it sets again each time.
   * @param begin the statement that starts the transaction
   */
  transaction: <Result>(work: (tx: Transaction) => Promise<Result>, begin?: string) => Promise<Result>
}

/** The handle of the database or of a transaction. */
export type Handle = Database | Transaction

interface Log {
  error: (details: object, text: string) => void
}

/** How often a transaction is tried that PostgreSQL aborts because of conflicts with others. */
const MOST_TRIES = 4

/** Connections that are kept for reads. */
const FOR_READS = 4
const MOST_WAITING = 1000
const CONNECTING_MS = 5000

/** Opens a pool of connections. */
export function openDatabase(
  { lock_timeout = 3000, ...connection }: ClientConfig,
  log: Log,
  poolSize = 12,
  openPool = (config: PoolConfig) => new Pool(config)
): Database {
  // As parameters of the connection they would be refused by poolers such as PgBouncer.
  const limits = `set lock_timeout = ${Number(lock_timeout)}; set statement_timeout = 30000;
    set idle_in_transaction_session_timeout = 60000`
  const pool = openPool({
    ...connection,
    Client: preparingClient(),
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: CONNECTING_MS,
    onConnect: client => setLimits(client, limits),
    // A frozen or lost server never ends a statement, so the client stops waiting.
    query_timeout: 35_000,
    ...KEEPALIVE
  })
  // A broken idle connection (the server restarted) must not end the process. The pool opens a new one. An error while
  // the pool is closing is not logged.
  pool.on('error', error => pool.ending || log.error({ err: error }, 'idle database connection failed'))
  // A broken connection in a transaction must not end the process either. Its next statement fails.
  pool.on('connect', client => client.on('error', () => {}))
  const handles = new WeakMap<PoolClient, Transaction>()
  const handleOf = (client: PoolClient): Transaction => {
    const known = handles.get(client)
    if (known) return known
    const handle = drizzle(client)
    handles.set(client, handle)
    return handle
  }
  const reads = new SharedReads(pool)
  const transactions = createSlots({ atOnce: Math.max(1, poolSize - FOR_READS), mostWaiting: MOST_WAITING })
  return Object.assign(drizzle(reads as unknown as Pool), {
    $client: pool,
    $reads: reads,
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>, begin = 'begin') =>
      transactions.run(() => withRepeats(log, () => inTransaction(pool, begin, client => work(handleOf(client)))))
  })
}

/**
 * Repeats a transaction after a conflict. Locks have one order (progress/lock-rows.ts), so a deadlock is a bug and is
 * logged.
 */
async function withRepeats<Result>(log: Log, transact: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact()
    } catch (error) {
      if (!mayBeRepeated(error) || tries === MOST_TRIES) throw error
      log.error({ err: error, tries }, 'a transaction is repeated after a conflict with others')
    }
  }
}

/**
 * Sets the limits of a new connection. A pooler without a free connection makes this wait, so it has the timeout for
 * connecting.
 */
async function setLimits(client: ClientBase, limits: string): Promise<void> {
  await client.query(Object.assign({ text: limits }, { query_timeout: CONNECTING_MS }))
}

async function inTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<Result>
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // The first statement does not wait for `begin`. If `begin` fails, `commit` fails too.
    const begun = client.query(begin)
    begun.catch(() => {})
    const result = await work(client)
    await begun
    const { command } = await client.query('commit')
    // PostgreSQL reports this when a statement failed and the error was ignored.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    // The rollback also waits for statements that nobody awaited.
    await client.query('rollback').catch(failure => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
