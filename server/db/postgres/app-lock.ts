/**
 * Allows one app per folder, because two apps would not see each other's rooms. The app that started PostgreSQL holds
 * an advisory lock while it runs. Other programs only check the lock and never take it from its owner.
 */
import { Client } from 'pg'
import { OperatorError } from '../../lib/operator-error.ts'
import { type Connection, connectionTo } from './address.ts'
import { readPostmaster } from './postmaster.ts'

/** An arbitrary number that no other lock uses. */
export const LOCK = 7_201_969
/** The prefix of the name of the connection that holds the lock. */
export const APP = 'challenge-hut app '
const NOBODY_THERE = ['ECONNREFUSED', 'ENOENT']

export interface AppLock {
  /** Resolves when the connection and its lock are lost. */
  lost: Promise<unknown>
  /** Resolves when PostgreSQL has released the lock. */
  release(): Promise<unknown>
}

export type Claim =
  | { state: 'held'; by: string }
  | { state: 'free' }
  /** The server is starting or stopping. */
  | { state: 'busy' }
  /** Nothing listens there. */
  | { state: 'none' }

/** Another app uses the same database. */
export class SecondAppError extends OperatorError {
  /**
   * @param by the process of the other app
   * @param own the place that this app needs instead
   */
  constructor(by: string, place: string, own: string) {
    super(`Another app (process ${by}) already runs on ${place}: stop it, or give this one ${own}.`)
  }
}

/** Waits for the lock. After a broken connection PostgreSQL needs a moment to release the lock of its owner. */
export async function takeLock(connection: Connection): Promise<AppLock> {
  const client = new Client({ ...connection, application_name: `${APP}${process.pid}`, keepAlive: true })
  client.on('error', () => {})
  const lost = new Promise<unknown>(resolve => client.once('end', resolve))
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [LOCK])
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return { lost, release: () => client.end().catch(() => {}) }
}

/**
 * Reads from the folder's server who holds the lock. It uses the socket, because the process may run in another
 * container and be invisible here.
 */
export async function findClaim(folder: string): Promise<Claim> {
  const postmaster = await readPostmaster(folder)
  if (!postmaster) return { state: 'none' }
  const connection = await connectionTo(postmaster, folder)
  const client = new Client({ ...connection, connectionTimeoutMillis: 1000, query_timeout: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select application_name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
      [LOCK]
    )
    return rows[0] ? { state: 'held', by: rows[0].application_name.replace(APP, '') } : { state: 'free' }
  } catch (error) {
    return { state: NOBODY_THERE.includes((error as NodeJS.ErrnoException).code ?? '') ? 'none' : 'busy' }
  } finally {
    await client.end().catch(() => {})
  }
}
