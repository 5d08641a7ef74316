import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cleanUpDatabases, emptyDatabase } from '../../testing/database/first-release.ts'
import { startPgBouncer, withoutPgBouncer } from '../../testing/servers/pgbouncer.ts'
import { urlOf } from '../../testing/servers/program.ts'
import { readConfig } from '../lib/config.ts'
import { openPostgresBus } from '../realtime/postgres-bus.ts'
import { openDatabase } from './database.ts'
import { holdDatabase } from './hold-database.ts'
import { migrateDatabase } from './migrate.ts'
import { withDatabase } from './reach.ts'

cleanUpDatabases()

const log = { warn() {}, error() {} }
const LIMITS = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']

/** The time limits of a connection of the app. */
async function limitsOn(url: string): Promise<string[]> {
  const db = openDatabase({ connectionString: url }, log, 5)
  onTestFinished(() => db.$client.end())
  return db.transaction(async tx => {
    const shown = await Promise.all(LIMITS.map(name => tx.$client.query(`show ${name}`)))
    return shown.flatMap(({ rows }) => Object.values<string>(rows[0]))
  })
}

const IN_FORCE = ['3s', '30s', '1min']

test('a direct connection has all time limits', async () => {
  expect(await limitsOn(urlOf(await emptyDatabase()))).toEqual(IN_FORCE)
})

describe.skipIf(withoutPgBouncer)('through PgBouncer', () => {
  test('in session mode the app gets its lock, its schema and all time limits', async () => {
    const connection = await emptyDatabase()
    const url = await startPgBouncer(connection, 'session')
    const held = await holdDatabase(url, { bus: 'a' }, log, 200)
    await expect(holdDatabase(urlOf(connection), { bus: 'b' }, log, 200)).rejects.toThrow('cannot hear this one')
    await migrateDatabase(held.connection)
    expect(await limitsOn(url)).toEqual(IN_FORCE)
    await held.stop()
    // The pooler keeps the connection, but the lock is released.
    await (await holdDatabase(urlOf(connection), 'alone', log, 2000)).stop()
  })

  test('in session mode apps receive each other’s messages', async () => {
    const url = await startPgBouncer(await emptyDatabase(), 'session')
    const [one, other] = [
      await openPostgresBus({ connectionString: url }, 'one', log),
      await openPostgresBus({ connectionString: url }, 'other', log)
    ]
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    const heard = Promise.withResolvers<string[]>()
    other.subscribe((...message) => heard.resolve(message))
    one.publish('room 1', 'hello')
    expect(await heard.promise).toEqual(['room 1', 'hello'])
  })

  test.each(['transaction', 'statement'])('%s mode is refused in one line', async mode => {
    const connection = await emptyDatabase()
    const DATABASE_URL = await startPgBouncer(connection, mode)
    const line =
      /^Wrong setting: DATABASE_URL: the database cannot be used: a pooler .+ \(PgBouncer: pool_mode = session\)$/
    await expect(holdDatabase(DATABASE_URL, { bus: 'a' }, log, 200)).rejects.toThrow(line)
    const command = withDatabase(readConfig({ DATABASE_URL }), { older: false }, async () => {})
    await expect(command).rejects.toThrow(line)
    // No lock stays on the connections of the pooler.
    const client = new Client(connection)
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as locks from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`
    )
    await client.end()
    expect(rows).toEqual([{ locks: 0 }])
  })
})
