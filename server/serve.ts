/** Migrates the database, builds the app on it, and listens. */

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { ClientConfig } from 'pg'
import program from '../package.json' with { type: 'json' }
import { ensureAdmin } from './accounts/admin.ts'
import { createApp } from './app.ts'
import { backUpBeforeUpgrade } from './backup/own-backups.ts'
import { keyedProvider, noProvider, openSandbox, sandboxProvider } from './billing/provider.ts'
import { postgresCounters } from './db/counter-rows.ts'
import { type Database, openDatabase } from './db/database.ts'
import { migrateDatabase } from './db/migrate.ts'
import { IDENTITY, openReplica } from './db/replica.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import type { Counters } from './lib/limits/counters.ts'
import { freeBytes } from './lib/limits/free-space.ts'
import { builtShell, developmentShell } from './lib/pages/shell.ts'
import type { SharedRedis } from './lib/redis.ts'
import { listenError } from './lib/start/start-checks.ts'
import { freeStartMemory } from './lib/start/start-memory.ts'
import { type Bus, createBus } from './realtime/bus.ts'
import { openPostgresBus } from './realtime/postgres-bus.ts'
import { seedDemo } from './seed/demo.ts'
import { seedContent } from './seed/seed.ts'
import { readSettings } from './settings/hut-settings.ts'
import { cleanStoredTexts, rulesOfTexts } from './texts/cleaned-text-rows.ts'
import { openStore } from './uploads/open-store.ts'
import { OPEN_INTERNET } from './uploads/public-fetch.ts'

interface Opened {
  config: Config
  clock: Clock
  log: FastifyBaseLogger
  connection: ClientConfig
  /** The Redis of `REDIS_URL`. */
  shared: SharedRedis | null
  /** Adds something to close before everything that was added earlier. */
  onStop: (close: () => Promise<unknown>) => void
}

/** Resolves when the app accepts requests and has printed its address. */
export async function serve({ config, clock, log, connection, shared, onStop }: Opened): Promise<void> {
  const store = await openStore(config)
  await migrateDatabase(connection, undefined, say, async () => {
    const file = await backUpBeforeUpgrade({ config, clock, connection, store })
    if (file) say(`Backup before the upgrade: ${file}`)
  })
  const db = openDatabase(connection, log)
  onStop(() => db.$client.end())
  const replica = config.replicaUrl
    ? await openReplica({ connection: { connectionString: config.replicaUrl }, primary: db, clock, log })
    : null
  onStop(async () => replica?.close())
  const page = config.development ? await developmentShell() : await builtShell()
  onStop(() => page.close())
  const admin = await ensureAdmin({ db, clock, config })
  for (const line of admin.news) log.warn(line)
  if (admin.password) say(firstPassword(admin.password))
  await seedContent(db, admin.id, new Date(clock.now()))
  const cleaned = await cleanStoredTexts(db, await rulesOfTexts())
  if (cleaned > 0) log.info({ cleaned }, 'cleaned texts that were stored under earlier rules')

  const { bus, counters } = await openBetween({ config, clock, log, connection, shared, db })
  onStop(() => bus.close())
  const { provider, sandbox } = await openProvider(config, db, clock, log)
  onStop(async () => sandbox?.close())
  const disk = config.databaseUrl ? null : () => freeBytes(config.dataDir)
  const resources = {
    db,
    connection,
    replica,
    bus,
    ...(counters ? { counters } : {}),
    clock,
    config,
    shell: page.shell,
    render: page.render,
    assets: page.assets,
    provider,
    sandbox,
    store,
    network: OPEN_INTERNET,
    disk
  }
  await readSettings(resources)
  const { app, sockets } = await createApp(resources, log)
  onStop(() => app.close())
  // If there may be other nodes, people move to them first.
  if (config.databaseUrl) onStop(() => sockets.drain())
  page.attach(app)
  if (config.demo) await seedDemo(app, clock)

  await app.ready()
  freeStartMemory()
  await app.listen({ port: config.port, host: config.host }).catch(error => {
    throw listenError(error, config)
  })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  // Use the loopback address if the app listens on all addresses.
  sandbox?.webhooksTo(
    `http://${isEverywhere(config.host) ? '127.0.0.1' : bracketed(config.host)}:${port}/webhooks/stripe`
  )
  say(`${config.hut.name} ${program.version} is ready: ${config.appUrl ?? `http://${shownHost(config.host)}:${port}`}`)
}

interface Between {
  bus: Bus
  /** Absent when this app is the only one. */
  counters?: Counters
}

/**
 * Opens the bus and the counters. An app with its own folder is alone. Apps on one `DATABASE_URL` share them through
 * Redis or through that database.
 */
async function openBetween(opened: Omit<Opened, 'onStop'> & { db: Database }): Promise<Between> {
  const { config, clock, log, connection, shared, db } = opened
  if (!config.databaseUrl) return { bus: createBus() }
  const node = randomUUID()
  if (!shared) return { bus: await openPostgresBus(connection, node, log), counters: postgresCounters(db, clock) }
  const [{ openRedisBus }, { redisCounters }] = await Promise.all([
    import('./realtime/redis-bus.ts'),
    import('./lib/limits/redis-counters.ts')
  ])
  const database = await identityOf(db)
  return {
    bus: await openRedisBus(shared, database, node),
    counters: redisCounters(shared.redis, database, clock)
  }
}

async function identityOf(db: Database): Promise<string> {
  const { rows } = await db.$client.query<{ id: string }>(`select ${IDENTITY} as id`)
  return rows[0]?.id ?? ''
}

/** Opens the payment provider of the settings: the real one, the sandbox in this process, or none. */
async function openProvider({ stripe, payments }: Config, db: Database, clock: Clock, log: FastifyBaseLogger) {
  if (stripe) return { provider: keyedProvider(stripe), sandbox: null }
  if (payments === 'off') return { provider: noProvider(), sandbox: null }
  const sandbox = await openSandbox({ db, clock, log })
  return { provider: sandboxProvider(sandbox), sandbox }
}

/** Frames the password with lines, so that nobody misses it in the log. */
function firstPassword(password: string): string {
  const rule = '-'.repeat(60)
  const words = [
    '  The administrator: admin@localhost',
    `  Password: ${password}`,
    '  It is shown only now: write it down.'
  ]
  return ['', rule, ...words, rule, ''].join('\n')
}

/** Prints a line for the person at the terminal. All other output is JSON lines. */
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
