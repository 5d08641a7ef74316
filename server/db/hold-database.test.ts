import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cleanUpDatabases, emptyDatabase, run } from '../../testing/database/first-release.ts'
import { urlOf } from '../../testing/servers/program.ts'
import { holdDatabase, type Use } from './hold-database.ts'

cleanUpDatabases()

const log = { warn() {} }
/** Milliseconds. */
const SHORT = 200

async function hold(url: string, use: Use = 'alone', patience = SHORT) {
  const held = await holdDatabase(url, use, log, patience)
  onTestFinished(() => held.stop())
  return held
}

const endLock = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'challenge-hut app %' and datname = current_database()`

test('an app that needs the database alone is refused until the first app stops', async () => {
  const url = urlOf(await emptyDatabase())
  const first = await hold(url)
  await expect(hold(url)).rejects.toThrow(
    new RegExp(
      `^Another app \\(process ${process.pid} on .+\\) already runs on the database of DATABASE_URL: ` +
        'stop it, or give this one a database of its own\\.$'
    )
  )
  // An app that is being replaced may take a moment.
  const second = hold(url, 'alone', 5000)
  await first.stop()
  await second
})

test('apps on the same bus share a database, and others are refused', async () => {
  const url = urlOf(await emptyDatabase())
  const apps = await Promise.all([hold(url, { bus: 'a' }), hold(url, { bus: 'a' }), hold(url, { bus: 'a' })])
  await expect(hold(url, { bus: 'b' })).rejects.toThrow(
    new RegExp(
      `^Another app \\(process ${process.pid} on .+\\) uses the database of DATABASE_URL and cannot hear this one: ` +
        'give all apps on it the same REDIS_URL, or none\\.$'
    )
  )
  await expect(hold(url)).rejects.toThrow('already runs on the database of DATABASE_URL')
  for (const app of apps) await app.stop()
  await hold(url, { bus: 'b' })
})

test('of two apps that start together with different buses one is refused', async () => {
  const url = urlOf(await emptyDatabase())
  for (let run = 0; run < 5; run++) {
    const tries = await Promise.allSettled(['a', 'b'].map(bus => holdDatabase(url, { bus }, log, 2000)))
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const one of tries) if (one.status === 'fulfilled') await one.value.stop()
  }
})

test('apps on different databases of one server do not affect each other', async () => {
  await hold(urlOf(await emptyDatabase()))
  await hold(urlOf(await emptyDatabase()))
})

test('an app that loses its connection takes the lock again', async () => {
  const connection = await emptyDatabase()
  await hold(urlOf(connection))
  await run(connection, endLock)
  await vi.waitFor(() => expect(holdDatabase(urlOf(connection), 'alone', log, 50)).rejects.toThrow('already runs'))
})

test('an app ends when another app took the database during an outage', async () => {
  const connection = await emptyDatabase()
  const first = await hold(urlOf(connection))
  const other = new Client({ ...connection, application_name: 'challenge-hut app 1 on another' })
  await other.connect()
  const waiting = other.query('select pg_advisory_lock(7201969)')
  await run(connection, `${endLock} and application_name not like '%another'`)
  await waiting
  expect((await first.lost).message).toMatch(/^Another app \(process 1 on another\) already runs on /)
  await other.end()
})

test('an unreachable database is reported by its setting, without the password', async () => {
  for (const [url, reason] of [
    ['postgres://ada:secret@127.0.0.1:1/hut', 'connect ECONNREFUSED 127.0.0.1:1'],
    [urlOf({ ...(await emptyDatabase()), database: 'nowhere' }), 'database "nowhere" does not exist']
  ] as const) {
    await expect(hold(url)).rejects.toThrow(`Wrong setting: DATABASE_URL: the database cannot be used: ${reason}`)
  }
})
