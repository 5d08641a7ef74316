/**
 * Refuses a pooler that does not give each client its own connection. Locks, LISTEN and settings would be lost or would
 * affect other clients.
 */
import { Client, type ClientConfig } from 'pg'

const PATIENCE_MS = 5000

/** The message continues a line that names the setting. */
export class PoolerError extends Error {
  constructor() {
    super(
      'a pooler is in between that gives each transaction another connection: connect directly, or through one that ' +
        'keeps a connection for each client (PgBouncer: pool_mode = session)'
    )
  }
}

/**
 * Detects such a pooler with two clients. Outside a transaction, both get the same connection. While one holds a
 * connection, the other is moved to a different one.
 * @throws PoolerError
 */
export async function refusePooler(connection: ClientConfig): Promise<void> {
  const clients = [open(connection), open(connection)] as const
  try {
    const [first, second] = clients
    await first.connect()
    const own = await processOf(first)
    await second.connect()
    await second.query('begin').catch(error => {
      throw /statement pooling/.test(error.message) ? new PoolerError() : error
    })
    const other = await processOf(second)
    if (other === own || (await processOf(first)) !== own) throw new PoolerError()
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => {})))
  }
}

function open(connection: ClientConfig): Client {
  const client = new Client({ connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS, ...connection })
  client.on('error', () => {})
  return client
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
