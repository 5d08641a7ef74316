/** Reads the environment, opens the database, serves (`serve.ts`), and stops gracefully. */
import './lib/quick-drizzle.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { ClientConfig } from 'pg'
import { holdDatabase } from './db/hold-database.ts'
import { startPostgres } from './db/postgres/postgres.ts'
import type { Clock } from './lib/clock.ts'
import { type Config, readConfig, requirePaymentsChoice } from './lib/config.ts'
import { createLog } from './lib/log.ts'
import { OperatorError } from './lib/operator-error.ts'
import { checkDataFolder, checkPort, dataFolderError } from './lib/places.ts'
import type { SharedRedis } from './lib/redis.ts'
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
  // What may fail comes before a password that is shown only once, and what is cheap to check before anything is made.
  await checkPort(config)
  requirePaymentsChoice(config, process.env.PAYMENTS)
  // Without a database in it, it still has pictures, or at least those that are being uploaded.
  await checkDataFolder(config)
  // The app is most of the code. It is loaded while PostgreSQL starts, and not at all where a setting is wrong.
  const [{ connection, shared }, { serve }] = await Promise.all([openPostgres(config, log, stop), import('./serve.ts')])
  await serve({ config, clock, log, connection, shared, onStop: stop.first })
}

/**
 * The connection to the configured PostgreSQL, or to one of our own that is started for it. No app that cannot hear
 * this one can use the database until this one ends.
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
  /** What is to be closed before everything that was given earlier. */
  first: (close: () => Promise<unknown>) => void
  now: (code: number) => Promise<void>
}

/** From the first moment on, so that a signal during the start leaves nothing behind either. */
function stopOnSignals(): Stop {
  const closing: (() => Promise<unknown>)[] = []
  let stopping = false
  const now = async (code: number): Promise<void> => {
    if (stopping) return
    stopping = true
    // Whatever hangs, the process ends.
    setTimeout(() => process.exit(code || 1), 10_000).unref()
    for (const close of closing) await close()
    process.exit(code)
  }
  // Again and again, since a group gets it twice: from outside and passed on. A second Ctrl-C is impatience.
  process.on('SIGTERM', () => now(0))
  process.once('SIGINT', () => now(0))
  // Whoever started us is gone, however it ended (scripts/lib/run.mjs).
  if (process.connected) process.once('disconnect', () => now(0))
  return { first: close => closing.unshift(close), now }
}

// A full disk under the output, or a terminal that is gone, must not end the process.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

main().catch(error => {
  // What an operator can put right is one line; anything else has its stack.
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
