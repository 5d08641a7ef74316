/**
 * Uses a streaming replica for reads that may be a few seconds old (docs/decisions/0045-a-replica.md). Every second it
 * checks whether the replica has everything that the primary had at some moment. The replica is used while that moment
 * is at most `MOST_BEHIND` ago.
 */
import { Client, type ClientConfig, DatabaseError } from 'pg'
import { MOST_BEHIND } from '../../domain/lib/limits.ts'
import { type Clock, inTime } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { type Database, openDatabase } from './database.ts'
import { PoolerError, refusePooler } from './pooler.ts'

const LOOK_EVERY = 1000
/** Milliseconds until a look counts as failed. */
const PATIENCE = 1000
/**
 * Identifies the database. It is the same on all nodes, also after a failover, and different for a copy that was
 * restored elsewhere.
 */
export const IDENTITY = `(select system_identifier from pg_control_system())
  || '-' || (select oid from pg_database where datname = current_database())`
/**
 * The primary's position. Two databases that were one have different timelines after a split, and positions cannot be
 * compared across timelines.
 */
const NOW = `select pg_current_wal_lsn()::text as lsn, ${IDENTITY} as identity,
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`
/** The replica's state. Some users may not see its receiver, so the timeline has fallbacks. */
const STATE = `select pg_is_in_recovery() as is_replica, ${IDENTITY} = $2 as is_same,
  pg_last_wal_replay_lsn() >= $1::pg_lsn as has_it,
  coalesce((select received_tli from pg_stat_wal_receiver),
    (select nullif(min_recovery_end_timeline, 0) from pg_control_recovery()),
    (select timeline_id from pg_control_checkpoint())) = $3 as is_on_its_timeline`

/** A replica and its current state. */
export interface Replica {
  /** Null while it must not be used. */
  db: () => Database | null
  /** Checks the replica now. */
  look: () => Promise<void>
  close: () => Promise<void>
}

interface Needs {
  connection: ClientConfig
  primary: Database
  clock: Clock
  log: Record<'info' | 'warn', (details: object, text: string) => void>
}

/**
 * Opens a replica. If it is unreachable, the app starts without it and uses it as soon as it responds.
 * @throws OperatorError when it refuses this app, or belongs to another database
 */
export async function openReplica({ connection, primary, clock, log }: Needs): Promise<Replica> {
  checkAddress(connection)
  const db = openDatabase(connection, { error: (details, text) => log.warn(details, `of the replica: ${text}`) })
  /** A moment, and the position that the primary had reached by then. */
  let mark: { at: number; lsn: string } | null = null
  let identity: string | null = null
  let timeline: number | null = null
  /** The replica has everything that was committed before this time. */
  let upTo = Number.NEGATIVE_INFINITY
  /** When the primary last responded. Without the primary nothing is committed, so the replica gets no older. */
  let heard = 0
  let isPrimaryAway = false
  let problem: Error | null = new Error('it was not checked yet')
  let isTold: boolean | null = null
  let stop = (): void => {}

  const isBehind = (): boolean => (isPrimaryAway ? heard : clock.now()) - upTo > MOST_BEHIND

  const soon = <Value>(asked: Promise<Value>): Promise<Value> =>
    inTime(clock, PATIENCE, 'it does not respond', () => asked)

  async function look(): Promise<void> {
    const at = clock.now()
    try {
      const { rows } = await soon(primary.$client.query<{ lsn: string; identity: string; timeline: number }>(NOW))
      identity = rows[0]?.identity ?? null
      if (timeline !== rows[0]?.timeline) mark = null
      timeline = rows[0]?.timeline ?? null
      mark ??= { at, lsn: rows[0]?.lsn ?? '' }
      heard = at
      isPrimaryAway = false
    } catch {
      isPrimaryAway = true
    }
    try {
      const asked = mark
      const { rows } = await soon(db.$client.query(STATE, [asked?.lsn ?? '0/0', identity, timeline]))
      const { is_replica, is_same, has_it, is_on_its_timeline } = rows[0] ?? {}
      if (!is_same) throw new OperatorError('it is of another database than DATABASE_URL')
      if (!is_replica) throw new Error('it is no replica')
      if (is_on_its_timeline === false) throw new Error('it follows another database: its timeline is another one')
      if (has_it && asked && asked === mark) {
        upTo = asked.at
        mark = null
      }
      problem = null
    } catch (error) {
      problem = error as Error
    }
    tell()
  }

  /** Logs at the start and at each change. */
  function tell(): void {
    const isUsed = problem === null && !isBehind()
    if (isUsed === isTold) return
    isTold = isUsed
    if (isUsed) log.info({}, 'the replica is used')
    else log.warn({ err: problem ?? new Error('it is too far behind') }, 'the replica is not used')
  }

  async function goOn(): Promise<void> {
    await look()
    stop = clock.after(LOOK_EVERY, () => void goOn())
  }

  await goOn()
  if (problem === null) {
    await refusePooler(connection).catch(error => {
      if (error instanceof PoolerError) problem = new OperatorError(error.message)
    })
  }
  if (problem instanceof OperatorError || isRefusal(problem)) {
    stop()
    await db.$client.end()
    throw refusal(problem)
  }
  return {
    db: () => (problem === null && !isBehind() ? db : null),
    look,
    async close() {
      stop()
      stop = () => {}
      await db.$client.end()
    }
  }
}

/** Checks the address, which may name a file such as a certificate. */
function checkAddress(connection: ClientConfig): void {
  try {
    new Client(connection)
  } catch (error) {
    throw refusal(error as Error)
  }
}

function refusal({ message }: Error): OperatorError {
  return new OperatorError(`Wrong setting: DATABASE_REPLICA_URL: the replica cannot be used: ${message}`)
}

/** Whether the operator must set another user, password or database. */
function isRefusal(error: Error | null): error is DatabaseError {
  return error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? '')
}
