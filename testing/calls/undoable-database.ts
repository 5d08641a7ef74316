/**
 * A database that can be reset. The app's transactions and single statements are savepoints in one transaction on one
 * connection, so many tests share the same fixtures. The connection can also be lost at any statement. The app then
 * sees, and PostgreSQL stores, the same as after a real loss.
 */
import type { Client, ClientConfig, Pool, QueryConfig, QueryResult } from 'pg'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { preparingClient } from '../../server/db/preparing-client.ts'

type Query = (config: QueryConfig | string, values?: unknown[]) => Promise<QueryResult>
type Callback = (error: Error | null, result?: QueryResult) => void

/** The statement that loses the connection, counted from 1: before it reaches the database, or after it ran there. */
export interface Loss {
  at: number
  when: 'before' | 'after'
}

/** @param counters also resets ids, which are not part of a transaction */
export type Undo = (counters?: 'counters') => Promise<void>

export interface UndoableDatabase {
  open: (connection: ClientConfig) => Database
  /** The same database on a connection that is never lost. */
  steady: () => Database
  /** Remembers the state. The returned function restores it, any number of times. */
  mark: () => Promise<Undo>
  /** Returns the statements of `work`, by their first word. A loss lasts until `work` ends. */
  watch: <Done>(work: () => Promise<Done>, loss?: Loss) => Promise<{ done: Done; statements: string[]; lost: boolean }>
}

const PreparingClient = preparingClient()

class ConnectionLost extends Error {
  readonly code = 'ECONNRESET'
  constructor() {
    super('Connection terminated unexpectedly')
  }
}

export function undoableDatabase(): UndoableDatabase {
  let client: Client
  let last: Promise<unknown> = Promise.resolve()
  let transaction: Promise<void> = Promise.resolve()
  let marks = 0
  let watched: { statements: string[]; loss: Loss | undefined; lost: boolean } | null = null

  /** Runs work one after another. */
  const inTurn = <Done>(work: () => Promise<Done>): Promise<Done> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
  /** Waits until no transaction is open. Returns the function that ends this turn. */
  const ownTurn = async (): Promise<() => void> => {
    const before = transaction
    const { promise, resolve } = Promise.withResolvers<void>()
    transaction = promise
    await before
    return () => resolve()
  }
  const raw: Query = (config, values) => client.query(config as string, values)

  /** Runs the statement unless the connection is lost at it. */
  const counted = async (isApp: boolean, text: string, run: () => Promise<QueryResult>): Promise<QueryResult> => {
    if (!watched || !isApp) return run()
    const number = watched.statements.push(text.trim().split(/\s/, 1)[0] ?? '')
    const { loss } = watched
    if (loss?.at !== number) return run()
    watched.lost = true
    if (loss.when === 'after') await run()
    throw new ConnectionLost()
  }

  /** Runs a statement outside of the app's transactions in its own savepoint. Sends all three statements at once. */
  const alone =
    (isApp: boolean): Query =>
    (config, values) =>
      inTurn(async () => {
        const [, result, released] = await Promise.allSettled([
          raw('savepoint alone'),
          counted(isApp, textOf(config), () => raw(config, values)),
          // Releases the savepoint even if the connection is lost: the effect of a single statement is stored before
          // its result is sent.
          raw('release alone')
        ])
        if (released.status === 'rejected') await raw('rollback to alone')
        if (result.status === 'rejected') throw result.reason
        return result.value
      })

  const poolOf = (isApp: boolean): Pool => {
    let isLost = false
    const begin = () => raw('savepoint transaction')
    const end = async (text: string): Promise<QueryResult> => {
      const isCommit = text === 'commit'
      if (!isCommit) await raw('rollback to transaction')
      await raw('release transaction')
      return { command: isCommit ? 'COMMIT' : 'ROLLBACK' } as QueryResult
    }
    const query: Query = (config, values) =>
      inTurn(async () => {
        const text = textOf(config)
        if (isLost) throw new ConnectionLost()
        const run = () => {
          if (text.startsWith('begin')) return begin()
          return text === 'commit' || text === 'rollback' ? end(text) : raw(config, values)
        }
        try {
          return await counted(isApp, text, run)
        } catch (error) {
          if (error instanceof ConnectionLost) {
            isLost = true
            const isStored = text === 'commit' && watched?.loss?.when === 'after'
            const isOpen = !(text.startsWith('begin') && watched?.loss?.when === 'before')
            if (isOpen && !isStored) await end('rollback')
          }
          throw error
        }
      })
    const inTransaction = { query }
    const forReads = {
      query: (config: QueryConfig, values: unknown[], done: Callback) =>
        void alone(isApp)(config, values).then(result => done(null, result), done),
      connection: { stream: { cork: () => {}, uncork: () => {} } }
    }
    return {
      query: alone(isApp),
      /** Without a callback the client is for a transaction, and transactions run one after another. */
      connect(callback?: (error: undefined, client: unknown, release: () => void) => void) {
        if (callback) return callback(undefined, forReads, () => {})
        return ownTurn().then(release => {
          isLost = false
          return Object.assign(inTransaction, { release })
        })
      },
      end: () => client.end(),
      on: () => {}
    } as unknown as Pool
  }

  return {
    open(connection) {
      client = new PreparingClient({ ...connection, pipeline: true })
      client.on('error', () => {})
      last = client.connect().then(() => client.query('begin'))
      return openDatabase(connection, console, 1, () => poolOf(true))
    },
    steady: () => openDatabase({}, console, 1, () => poolOf(false)),
    async mark() {
      const name = `mark_${++marks}`
      const { rows } = await inTurn(async () => {
        await raw(`savepoint ${name}`)
        return raw(COUNTERS)
      })
      const [{ counters }] = rows as [{ counters: string }]
      return async which => {
        const release = await ownTurn()
        await inTurn(async () => {
          await raw(`rollback to ${name}`)
          if (which) {
            await raw(`select setval(name::regclass, last, used)
              from jsonb_to_recordset('${counters}') as counter (name text, last bigint, used boolean)`)
          }
        })
        release()
      }
    },
    async watch(work, loss) {
      const watching = { statements: [] as string[], loss, lost: false }
      watched = watching
      try {
        return { done: await work(), statements: watching.statements, lost: watching.lost }
      } finally {
        watched = null
      }
    }
  }
}

const COUNTERS = `select coalesce(jsonb_agg(jsonb_build_object('name', quote_ident(sequencename),
    'last', coalesce(last_value, start_value), 'used', last_value is not null)), '[]')::text as counters
  from pg_sequences where schemaname = 'public'`

function textOf(config: QueryConfig | string): string {
  return typeof config === 'string' ? config : config.text
}
