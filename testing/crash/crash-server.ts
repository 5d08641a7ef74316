/**
 * The app as `server/main.ts` starts it, but without the built page. It starts PostgreSQL on the given folder, or uses
 * the given database and the folder for files. It migrates and seeds the database, and sends its address to its parent.
 * Tests kill it.
 */
import type { AddressInfo } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { startSandbox } from '../../sandbox/server.ts'
import { ensureAdmin } from '../../server/accounts/admin.ts'
import { createApp } from '../../server/app.ts'
import { sandboxProvider } from '../../server/billing/provider.ts'
import { openDatabase } from '../../server/db/database.ts'
import { migrateDatabase } from '../../server/db/migrate.ts'
import { startPostgres } from '../../server/db/postgres/postgres.ts'
import type { Clock } from '../../server/lib/clock.ts'
import { readConfig } from '../../server/lib/config.ts'
import { createLog } from '../../server/lib/log.ts'
import { createBus } from '../../server/realtime/bus.ts'
import { seedContent } from '../../server/seed/seed.ts'
import { openStore } from '../../server/uploads/open-store.ts'
import { OPEN_INTERNET } from '../../server/uploads/public-fetch.ts'

export interface Started {
  port: number
  sandbox: { host: string; port: number; secretKey: string; publishableKey: string }
}
export interface Settled {
  statements: number
}
/** Commands of the parent. */
interface Order {
  killAfter?: number
  settle?: number
}

const [folder, database] = process.argv.slice(2)
if (!folder) throw new Error('usage: crash-server <folder> [<connection>]')
const config = readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: folder })
let ahead = 0
const clock: Clock = {
  now: () => Date.now() + ahead,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}

let statements = 0
let last = Number.POSITIVE_INFINITY
const { query } = Client.prototype
Client.prototype.query = function count(this: Client, ...given: unknown[]) {
  if (statements++ >= last) process.kill(process.pid, 'SIGKILL')
  return Reflect.apply(query, this, given)
} as typeof query

const postgres = database ? null : await startPostgres({ folder, log: line => console.error(line) })
const connection: ClientConfig = postgres?.connection ?? JSON.parse(database ?? '')
await migrateDatabase(connection)
const db = openDatabase(connection, console)
const admin = await ensureAdmin({ db, clock, config })
await seedContent(db, admin.id, new Date(clock.now()))
const sandbox = await startSandbox({ db, clock, log: createLog('silent') })
const provider = sandboxProvider(sandbox)
const store = await openStore(config)
const { app, workers } = await createApp({
  db,
  bus: createBus(),
  clock,
  config,
  shell: () => '',
  assets: null,
  provider,
  sandbox,
  store,
  network: OPEN_INTERNET
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
sandbox.webhooksTo(`http://127.0.0.1:${port}/webhooks/stripe`)

process.on('message', async ({ killAfter, settle }: Order) => {
  if (killAfter !== undefined) last = statements + killAfter
  if (settle === undefined) return
  ahead += settle
  for (let round = 0; round < 3; round++) {
    await sandbox.tick()
    workers.events.wake()
    await workers.events.done()
  }
  process.send?.({ statements } satisfies Settled)
})
process.once('SIGTERM', async () => {
  await app.close()
  await sandbox.close()
  await db.$client.end()
  await postgres?.stop()
  process.disconnect()
})
process.send?.({
  port,
  sandbox: {
    host: sandbox.host,
    port: sandbox.port,
    secretKey: sandbox.secretKey,
    publishableKey: sandbox.publishableKey
  }
} satisfies Started)
