/**
 * Decides which apps may use the database of `DATABASE_URL` together. Any number of apps may share it if they use the
 * same bus. With two buses, the people of a room would not see each other. A restore uses the database alone. Each app
 * holds an advisory lock on a separate connection while it runs. After the database restarts, it takes the lock again.
 * If an app that excludes it was faster, it must end.
 */
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig, DatabaseError } from 'pg'
import { OperatorError } from '../lib/operator-error.ts'
import { KEEPALIVE } from './keepalive.ts'
import { refusePooler } from './pooler.ts'
import { APP, LOCK, SecondAppError } from './postgres/app-lock.ts'

const OLDEST = 15
/** An app that is being replaced needs a moment to stop. */
const PATIENCE_MS = 10_000
const LOCK_NOT_AVAILABLE = '55P03'
/** The first number of the locks that show which bus an app uses. */
const BUS_LOCKS = 7_201_971
/** Held briefly while an app checks which bus the others use. */
const LOOKING = 7_201_972

/** Alone, or together with the apps on the same bus. */
export type Use = 'alone' | { bus: string }

interface Held {
  connection: ClientConfig
  /** Resolves when another app took the database during an outage. */
  lost: Promise<Error>
  stop: () => Promise<void>
}

interface Log {
  warn: (text: string) => void
}

/**
 * Takes the lock and keeps it.
 * @throws OperatorError when the database cannot be used, or when another app excludes this one
 */
export async function holdDatabase(url: string, use: Use, log: Log, patience = PATIENCE_MS): Promise<Held> {
  const connection: ClientConfig = { connectionString: url, connectionTimeoutMillis: 10_000 }
  const lost = Promise.withResolvers<Error>()
  const ending = new AbortController()
  await refusePooler(connection).catch(error => {
    throw connectionError(error)
  })
  let lock = await takeLock(connection, use, patience)
  const supervision = supervise()
  return {
    connection: { connectionString: url },
    lost: lost.promise,
    async stop() {
      ending.abort()
      await lock.client.end().catch(() => {})
      await supervision
    }
  }

  async function supervise(): Promise<void> {
    for (;;) {
      await lock.gone
      while (!ending.signal.aborted) {
        try {
          lock = await takeLock(connection, use, patience)
          break
        } catch (error) {
          if (error instanceof SecondAppError || error instanceof OtherBusError) return lost.resolve(error)
          log.warn(`could not take the lock on the database again: ${(error as Error).message}`)
          await setTimeout(1000, undefined, { signal: ending.signal }).catch(() => {})
        }
      }
      if (ending.signal.aborted) return void (await lock.client.end().catch(() => {}))
    }
  }
}

interface Lock {
  client: Client
  /** Resolves when the connection and its lock are lost. */
  gone: Promise<void>
}

async function takeLock(connection: ClientConfig, use: Use, patience: number): Promise<Lock> {
  const client = new Client({
    ...connection,
    application_name: `${APP}${process.pid} on ${hostname()}`.slice(0, 63),
    ...KEEPALIVE
  })
  client.on('error', () => {})
  const gone = new Promise<void>(resolve => client.once('end', () => resolve()))
  try {
    await client.connect()
    await checkVersion(client)
    // The server must release the lock when this machine is cut off, and must not end the idle connection.
    await client.query(
      `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
       set idle_session_timeout = 0; set statement_timeout = 0; set lock_timeout = ${patience}`
    )
    await client.query(use === 'alone' ? 'select pg_advisory_lock($1)' : 'select pg_advisory_lock_shared($1)', [LOCK])
    if (use !== 'alone') await shareBus(client, use.bus)
    return { client, gone }
  } catch (error) {
    const isHeld = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE
    const problem = isHeld
      ? new SecondAppError(await findHolder(client), 'the database of DATABASE_URL', 'a database of its own')
      : connectionError(error)
    await client.end().catch(() => {})
    throw problem
  }
}

/** Takes the shared lock of a bus. @throws OtherBusError when an app uses another bus */
async function shareBus(client: Client, bus: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOOKING])
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where ${ADVISORY} and classid = $1 and objsubid = 2 and objid::bigint::bit(32) <> hashtext($2)::bit(32) limit 1`,
    [BUS_LOCKS, bus]
  )
  if (rows[0]) throw new OtherBusError(rows[0].name.replace(APP, ''))
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [BUS_LOCKS, bus])
  await client.query('select pg_advisory_unlock($1)', [LOOKING])
}

const ADVISORY = `locktype = 'advisory' and granted
  and pg_locks.database = (select oid from pg_database where datname = current_database())`

class OtherBusError extends OperatorError {
  constructor(by: string) {
    super(
      `Another app (process ${by}) uses the database of DATABASE_URL and cannot hear this one: give all apps on it the same REDIS_URL, or none.`
    )
  }
}

async function checkVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: string }>(`select current_setting('server_version_num') as number`)
  const version = Math.floor(Number(rows[0]?.number) / 10_000)
  if (version < OLDEST) {
    throw new OperatorError(
      `Wrong setting: DATABASE_URL: PostgreSQL ${version} is too old; ${OLDEST} or later is needed`
    )
  }
}

async function findHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where ${ADVISORY} and classid = 0 and objid = $1 and pid <> pg_backend_pid()`,
    [LOCK]
  )
  return rows[0]?.name?.replace(APP, '') || 'unknown'
}

/** The reason why `DATABASE_URL` cannot be used, in one line without the address, which may contain a password. */
export function connectionError(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error
  // If a host name has two addresses, the error has no message of its own, so use the first cause.
  const reason = error instanceof AggregateError ? error.errors[0] : error
  const line = (reason as Error).message.split('\n')[0]
  return new OperatorError(`Wrong setting: DATABASE_URL: the database cannot be used: ${line}`)
}
