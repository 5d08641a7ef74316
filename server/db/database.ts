/**
 * The pool and the one way to a transaction. Inside a transaction only its handle is used; a refusal thrown there
 * rolls it back. Connections are pipelined: statements that do not need each other's results are sent together, and
 * PostgreSQL runs them in the order of the calls. Transactions never take all connections, because they may wait for
 * locks: reads always find one.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg'
import { mayBeRepeated } from '../lib/database-errors.ts'
import { createSlots } from '../lib/limits/slots.ts'
import { NOTICE_LOSS } from './notice-loss.ts'
import { preparingClient } from './preparing-client.ts'
import { SharedReads } from './shared-reads.ts'

type Queries = Omit<NodePgDatabase, 'transaction'>
/** A transaction's handle: drizzle over one connection. Each connection keeps the same handle for its whole life. */
export type Transaction = Queries & { $client: PoolClient }
export type Database = Queries & {
  $client: Pool
  /** For raw statements that only read. */
  $reads: SharedReads
  /**
   * Runs `work` again after a deadlock or a serialization failure. So `work` changes nothing but the database, and
   * variables that it sets anew each time.
   * @param begin the statement that begins it
   */
  transaction: <Result>(work: (tx: Transaction) => Promise<Result>, begin?: string) => Promise<Result>
}

interface Log {
  error: (details: object, text: string) => void
}

/** How often a transaction is tried that PostgreSQL ends because others were in its way. */
const MOST_TRIES = 4

/** Connections that transactions leave to reads. */
const FOR_READS = 4
const MOST_WAITING = 1000
const CONNECTING_MS = 5000

export function openDatabase(
  { lock_timeout = 3000, ...connection }: ClientConfig,
  log: Log,
  poolSize = 12,
  openPool = (config: PoolConfig) => new Pool(config)
): Database {
  // Not in the message that begins a connection: a pooler such as PgBouncer would refuse it.
  const limits = `set lock_timeout = ${Number(lock_timeout)}; set statement_timeout = 30000;
    set idle_in_transaction_session_timeout = 60000`
  const pool = openPool({
    ...connection,
    Client: preparingClient(),
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: CONNECTING_MS,
    onConnect: client => setLimits(client, limits),
    // A server that is frozen, or whose machine is gone, ends no statement by itself.
    query_timeout: 35_000,
    ...NOTICE_LOSS
  })
  // An idle connection that breaks (the server restarted) must not end the process; the pool opens a new one. One that
  // is being closed when the server stops is no fault.
  pool.on('error', error => pool.ending || log.error({ err: error }, 'idle database connection failed'))
  // Nor must one that breaks in a transaction: its next statement fails.
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

/** Locks have one order (progress/lock-rows.ts), so a deadlock is a fault: it is repeated, and the operator can read it. */
async function withRepeats<Result>(log: Log, transact: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact()
    } catch (error) {
      if (!mayBeRepeated(error) || tries === MOST_TRIES) throw error
      log.error({ err: error, tries }, 'a transaction is repeated: others were in its way')
    }
  }
}

/** A pooler without a free connection lets this wait, so it counts as connecting. */
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
    // The first statement does not wait for this one. If this one fails, so does the commit.
    const begun = client.query(begin)
    begun.catch(() => {})
    const result = await work(client)
    await begun
    const { command } = await client.query('commit')
    // PostgreSQL reports this when a statement failed but nobody threw.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    // Statements that nobody awaited have finished when this returns.
    await client.query('rollback').catch(failure => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
