/** Reads the environment, opens the database, serves (`serve.ts`), and stops cleanly. */
import './lib/quick-drizzle.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { ClientConfig } from 'pg'
import { holdDatabase } from './db/hold-database.ts'
import { startPostgres } from './db/postgres/postgres.ts'
import type { Clock } from './lib/clock.ts'
import { type Config, readConfig, requirePaymentsChoice } from './lib/config.ts'
import { createLog } from './lib/log.ts'
import { OperatorError } from './lib/operator-error.ts'
import type { SharedRedis } from './lib/redis.ts'
import { checkDataFolder, checkPort, dataFolderError } from './lib/start/start-checks.ts'
import { POSTGRES_BUS } from './realtime/bus.ts'

async function main(): Promise<void> {
  const stop = stopOnSignals()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, { addresses: config.logAddresses })
  const clock: Clock = {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    }
  }
  // Checks that may fail come before a password that is shown only once. Cheap checks come before anything is created.
  await checkPort(config)
  requirePaymentsChoice(config, process.env.PAYMENTS)
  // The data folder holds pictures, even when the database is elsewhere.
  await checkDataFolder(config)
  // The app is most of the code. Load it while PostgreSQL starts, and only if the settings are right.
  const [{ connection, shared }, { serve }] = await Promise.all([openPostgres(config, log, stop), import('./serve.ts')])
  await serve({ config, clock, log, connection, shared, onStop: stop.first })
}

/**
 * Connects to the configured PostgreSQL, or starts our own. Until this app ends, no app on another bus can use the
 * database.
 */
async function openPostgres(config: Config, log: FastifyBaseLogger, stop: Stop): Promise<Opened> {
  const shared = await openShared(config, log, stop)
  const held = config.databaseUrl
    ? await holdDatabase(config.databaseUrl, { bus: shared?.id ?? POSTGRES_BUS }, log)
    : await startOwn(config, log)
  stop.first(() => held.stop())
  void held.lost.then(error => {
    log.fatal(error.message)
    return stop.now(1)
  })
  return { connection: held.connection, shared }
}

interface Opened {
  connection: ClientConfig
  shared: SharedRedis | null
}

async function openShared({ redisUrl }: Config, log: FastifyBaseLogger, stop: Stop): Promise<SharedRedis | null> {
  if (!redisUrl) return null
  const { openRedis } = await import('./lib/redis.ts')
  const shared = await openRedis(redisUrl, log)
  stop.first(async () => shared.redis.disconnect())
  return shared
}

async function startOwn(config: Config, log: FastifyBaseLogger) {
  const folder = `${config.dataDir}/postgres`
  return startPostgres({ folder, log: line => log.debug({ postgres: line }, 'postgres') }).catch(error => {
    throw dataFolderError(error, folder)
  })
}

interface Stop {
  /** Adds something to close before everything that was added earlier. */
  first: (close: () => Promise<unknown>) => void
  now: (code: number) => Promise<void>
}

/** Handles signals from the start on, so that a signal during the start is also cleaned up. */
function stopOnSignals(): Stop {
  const closing: (() => Promise<unknown>)[] = []
  let stopping = false
  const now = async (code: number): Promise<void> => {
    if (stopping) return
    stopping = true
    // End the process even if closing hangs.
    setTimeout(() => process.exit(code || 1), 10_000).unref()
    for (const close of closing) await close()
    process.exit(code)
  }
  // A process group may get SIGTERM twice, directly and forwarded, so ignore repetitions. A second Ctrl-C ends the
  // process at once.
  process.on('SIGTERM', () => now(0))
  process.once('SIGINT', () => now(0))
  // The parent process has ended in some way (scripts/lib/run.mjs).
  if (process.connected) process.once('disconnect', () => now(0))
  return { first: close => closing.unshift(close), now }
}

// A full disk or a closed terminal behind the output must not end the process.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

main().catch(error => {
  // An error that the operator can fix is one line. Any other error has its stack.
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
