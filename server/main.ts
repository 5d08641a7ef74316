/** Reads the environment, opens the parts, listens, and stops gracefully. */
import type { FastifyBaseLogger } from 'fastify'
import type { ClientConfig } from 'pg'
import { ensureAdmin } from './accounts/admin.ts'
import { createApp } from './app.ts'
import { keyedProvider, sandboxProvider } from './billing/provider.ts'
import { startSandbox } from './billing/sandbox/server.ts'
import { type Database, openDatabase } from './db/database.ts'
import { migrateDatabase } from './db/migrate.ts'
import { holdDatabase } from './db/one-app.ts'
import { startPostgres } from './db/postgres/postgres.ts'
import { seedDemo } from './db/seed/demo.ts'
import { seedContent } from './db/seed/seed.ts'
import type { Clock } from './lib/clock.ts'
import { type Config, readConfig } from './lib/config.ts'
import { freeBytes } from './lib/limits/free-space.ts'
import { createLog } from './lib/log.ts'
import { OperatorError } from './lib/operator-error.ts'
import { checkDataFolder, checkPort, dataFolderError, listenError } from './lib/places.ts'
import { builtShell, developmentShell } from './lib/shell.ts'
import { createBus } from './realtime/hub.ts'

async function main(): Promise<void> {
  const stop = stopOnSignals()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const clock: Clock = {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    }
  }
  // What may fail comes before a password that is shown only once, and what is cheap to check before anything is made.
  await checkPort(config)
  const connection = await openPostgres(config, log, stop)
  await migrateDatabase(connection)
  const page = config.development ? await developmentShell() : await builtShell()
  stop.first(() => page.close())
  const db = openDatabase(connection, log)
  stop.first(() => db.$client.end())
  const admin = await ensureAdmin({ db, clock, config })
  if (admin.password) {
    say(`The admin is admin@localhost with the password ${admin.password} (shown this once).`)
  }
  await seedContent(db, admin.id, new Date(clock.now()))

  const { provider, sandbox } = await openProvider(config, db, clock, log)
  stop.first(async () => sandbox?.close())
  const disk = config.databaseUrl ? null : () => freeBytes(config.dataDir)
  const resources = {
    db,
    bus: createBus(),
    clock,
    config,
    shell: page.shell,
    assets: page.assets,
    provider,
    sandbox,
    disk
  }
  const app = await createApp(resources, log)
  stop.first(() => app.close())
  page.attach(app)
  if (config.demo) await seedDemo(app, clock)

  await app.listen({ port: config.port, host: config.host }).catch(error => {
    throw listenError(error, config)
  })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  // By the loopback address wherever that is listened on.
  sandbox?.webhooksTo(
    `http://${isEverywhere(config.host) ? '127.0.0.1' : bracketed(config.host)}:${port}/webhooks/stripe`
  )
  say(`${config.appName} is ready: ${config.appUrl ?? `http://${shownHost(config.host)}:${port}`}`)
}

/**
 * The connection to the configured PostgreSQL, or to one of our own that is started for it. No other app can use the
 * database until this one ends.
 */
async function openPostgres(config: Config, log: FastifyBaseLogger, stop: Stop): Promise<ClientConfig> {
  const held = config.databaseUrl ? await holdDatabase(config.databaseUrl, log) : await startOwn(config, log)
  stop.first(() => held.stop())
  void held.lost.then(error => {
    log.fatal(error.message)
    return stop.now(1)
  })
  return held.connection
}

async function startOwn(config: Config, log: FastifyBaseLogger) {
  await checkDataFolder(config)
  const folder = `${config.dataDir}/postgres`
  return startPostgres({ folder, log: line => log.debug({ postgres: line }, 'postgres') }).catch(error => {
    throw dataFolderError(error, folder)
  })
}

/** The payment provider by the settings: the real one, or the sandbox, which runs in this process. */
async function openProvider({ stripe }: Config, db: Database, clock: Clock, log: FastifyBaseLogger) {
  if (stripe) return { provider: keyedProvider(stripe), sandbox: null }
  const sandbox = await startSandbox({ db, clock, log })
  return { provider: sandboxProvider(sandbox), sandbox }
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

/** For the person at the terminal; everything else is a JSON line. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function shownHost(host: string): string {
  return isEverywhere(host) ? 'localhost' : bracketed(host)
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

main().catch(error => {
  // What an operator can put right is one line; anything else has its stack.
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
