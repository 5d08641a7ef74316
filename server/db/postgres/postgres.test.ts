import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCrashApp } from '../../../testing/crash/crash-app.ts'
import { templateFolder } from '../../../testing/database/template-folder.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { connectionOf } from './address.ts'
import { startPostgres } from './postgres.ts'
import { readPostmaster } from './postmaster.ts'

const madeFolder = templateFolder()

async function start(folder: string) {
  const postgres = await startPostgres({ folder })
  onTestFinished(postgres.stop)
  const pool = new Pool(postgres.connection)
  pool.on('error', () => {})
  return { ...postgres, pool }
}

test('the first start creates a private folder, and the second start finds its rows', async () => {
  const folder = join(await temporaryFolder(), 'data', 'postgres')
  const first = await start(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await first.pool.query('create table kept as select 1 as n')
  await first.pool.end()
  await first.stop()
  expect(await connectionOf(folder)).toBeUndefined()

  const began = performance.now()
  const second = await start(folder)
  expect(performance.now() - began).toBeLessThan(2000)
  expect((await second.pool.query('select n from kept')).rows).toEqual([{ n: 1 }])
  await second.pool.end()
})

test('PostgreSQL runs with the expected settings', async () => {
  const { pool } = await start(await madeFolder())
  const settings = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
    shared_buffers: '128MB',
    max_connections: '50',
    listen_addresses: process.platform === 'win32' ? '127.0.0.1' : '',
    server_encoding: 'UTF8'
  }
  for (const [name, value] of Object.entries(settings)) {
    expect((await pool.query(`show ${name}`)).rows[0][name], name).toBe(value)
  }
  const { rows } = await pool.query(
    `select datlocprovider, datlocale, lower('ÉЖ') as lower from pg_database where datname = 'template1'`
  )
  expect(rows).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8', lower: 'éж' }])
  await pool.query('create extension pg_trgm')
  const { rows: similar } = await pool.query(`select 'Привет' % 'привет' as found`)
  expect(similar, 'letters beyond ASCII are letters').toEqual([{ found: true }])
  await pool.end()
})

test('a second app on the folder is refused with one line, while a command can connect', {
  timeout: 30_000
}, async () => {
  const folder = await madeFolder()
  const { pool } = await start(folder)
  await expect(startPostgres({ folder })).rejects.toThrow(
    new RegExp(`^Another app \\(process ${process.pid}\\) already runs on ${folder}: stop it, .*$`)
  )
  const tool = new Client(await connectionOf(folder))
  await tool.connect()
  expect((await tool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await tool.end()
  await pool.query('select 1')
  await pool.end()
})

test('PostgreSQL is restarted when it dies, and the pool reconnects', async () => {
  const folder = await madeFolder()
  const { pool } = await start(folder)
  await pool.query('create table kept as select 1 as n')
  const before = await readPostmaster(folder)
  if (before) process.kill(before.pid, 'SIGKILL')
  await expect.poll(() => readPostmaster(folder), { timeout: 8000 }).not.toMatchObject({ pid: before?.pid })
  await vi.waitFor(() => pool.query('select n from kept'), { timeout: 8000 })
  // The app takes the lock again too.
  await expect(startPostgres({ folder })).rejects.toThrow('already runs')
  await pool.end()
})

test('of two first starts at once one succeeds and the other is refused', async () => {
  const folder = join(await temporaryFolder(), 'postgres')
  const apps = [startCrashApp(folder, new Set()), startCrashApp(folder, new Set())]
  const results = await Promise.allSettled(apps.map(app => app.ready))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = results.findIndex(({ status }) => status === 'rejected')
  expect(apps[refused]?.log.join('\n')).toContain('already runs on')
})
