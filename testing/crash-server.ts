/**
 * The app as `server/main.ts` starts it, but without the built page: it starts PostgreSQL on the given folder, migrates
 * and seeds it, and prints the free port that it listens on. Tests kill it.
 */
import type { AddressInfo } from 'node:net'
import { ensureAdmin } from '../server/accounts/admin.ts'
import { createApp } from '../server/app.ts'
import { sandboxProvider } from '../server/billing/provider.ts'
import { startSandbox } from '../server/billing/sandbox/server.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrateDatabase } from '../server/db/migrate.ts'
import { startPostgres } from '../server/db/postgres/postgres.ts'
import { seedContent } from '../server/db/seed/seed.ts'
import type { Clock } from '../server/lib/clock.ts'
import { readConfig } from '../server/lib/config.ts'
import { createLog } from '../server/lib/log.ts'
import { createBus } from '../server/realtime/hub.ts'
import { openStore } from '../server/uploads/open-store.ts'

const folder = process.argv[2]
if (!folder) throw new Error('usage: crash-server <folder>')
const config = readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: folder })
const clock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}
const postgres = await startPostgres({ folder, log: line => console.error(line) })
await migrateDatabase(postgres.connection)
const db = openDatabase(postgres.connection, console)
const admin = await ensureAdmin({ db, clock, config })
await seedContent(db, admin.id, new Date(clock.now()))
const sandbox = await startSandbox({ db, clock, log: createLog('silent') })
const provider = sandboxProvider(sandbox)
const store = await openStore(config)
const app = await createApp({
  db,
  bus: createBus(),
  clock,
  config,
  shell: () => '',
  assets: null,
  provider,
  sandbox,
  store
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log((app.server.address() as AddressInfo).port)

process.once('SIGTERM', async () => {
  await app.close()
  await sandbox.close()
  await db.$client.end()
  await postgres.stop()
})
