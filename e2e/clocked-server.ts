/**
 * The product as `server/main.ts` starts it, with a clock that stands still until its parent moves it. It sends its
 * address to the parent once it listens.
 */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { startSandbox } from '../sandbox/server.ts'
import { ensureAdmin } from '../server/accounts/admin.ts'
import { createApp } from '../server/app.ts'
import { keyedProvider, sandboxProvider } from '../server/billing/provider.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrateDatabase } from '../server/db/migrate.ts'
import { startPostgres } from '../server/db/postgres/postgres.ts'
import { readConfig } from '../server/lib/config.ts'
import { createLog } from '../server/lib/log.ts'
import { builtShell } from '../server/lib/pages/shell.ts'
import { createBus } from '../server/realtime/bus.ts'
import { seedContent } from '../server/seed/seed.ts'
import { audit } from '../server/tokens/audit.ts'
import { openStore } from '../server/uploads/open-store.ts'
import { OPEN_INTERNET } from '../server/uploads/public-fetch.ts'
import { testClock } from '../testing/clock.ts'

// Starts on a full second, so that displayed times are whole too.
const clock = testClock(Math.ceil(Date.now() / 1000) * 1000)
const config = readConfig(process.env)
const postgres = await startPostgres({ folder: `${config.dataDir}/postgres` })
await migrateDatabase(postgres.connection)
const log = createLog(config.logLevel)
let closing = false
const db = openDatabase(postgres.connection, {
  // A connection may still be closing when its database is dropped.
  error: (details, text) => closing || log.error(details, text)
})
const admin = await ensureAdmin({ db, clock, config })
await seedContent(db, admin.id, new Date(clock.now()))
const { shell, assets } = await builtShell()
const sandbox = await startSandbox({ db, clock, log })
const store = await openStore(config)
const deps = { db, bus: createBus(), clock, config, shell, assets, sandbox, store, network: OPEN_INTERNET }
const { app, workers } = await createApp({ ...deps, provider: sandboxProvider(sandbox) }, log)
const address = await app.listen({ port: config.port, host: config.host })
sandbox.webhooksTo(`${address}/webhooks/stripe`)
/** The open connections of all nodes. */
const sockets = new Set<Socket>()
let isHeld = false
trackSockets(app)
process.send?.({ address })

const DAY = 86_400_000

interface Question {
  id: number
  /** How far to move the clock. */
  ms?: number
  /** Whether the product holds back what it sends. */
  holds?: boolean
  withKeys?: true
}

/** Another node with keys of a payment provider, which is the sandbox of the first node. */
let keyed: Promise<FastifyInstance> | null = null
async function startKeyed(): Promise<FastifyInstance> {
  const { host, port, secretKey, publishableKey, webhookSecret } = sandbox
  const keyedConfig = readConfig({
    ...process.env,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API: `http://${host}:${port}`
  })
  if (!keyedConfig.stripe) throw new Error('the keys were not read')
  const { app: node } = await createApp(
    { ...deps, config: keyedConfig, provider: keyedProvider(keyedConfig.stripe) },
    log
  )
  await node.listen({ port: 0, host: config.host })
  trackSockets(node)
  return node
}

function trackSockets({ server }: FastifyInstance): void {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    if (isHeld) socket.cork()
    socket.on('close', () => sockets.delete(socket))
  })
}

/** While it holds, nothing that the product sends leaves the machine. */
function hold(holds: boolean): void {
  if (holds === isHeld) return
  isHeld = holds
  for (const socket of sockets) holds ? socket.cork() : socket.uncork()
}

process.on('message', async ({ id, ms, holds, withKeys }: Question) => {
  if (holds !== undefined) hold(holds)
  if (withKeys) {
    keyed ??= startKeyed()
    process.send?.({ id, address: (await keyed).listeningOrigin })
    return
  }
  if (ms === undefined) {
    process.send?.({ id, findings: (await audit(db)).findings })
    return
  }
  // Due work runs once instead of a hundred thousand times, as on a machine that has slept.
  const slept = ms > DAY ? ms : 0
  clock.jump(slept)
  clock.advance(ms - slept)
  await workers.sweep.done()
  process.send?.({ id, now: clock.now() })
})

async function close(): Promise<void> {
  if (closing) return
  closing = true
  await (await keyed)?.close()
  await app.close()
  await sandbox.close()
  await db.$client.end()
  await postgres.stop()
  process.exit(0)
}
process.on('disconnect', close)
process.on('SIGTERM', close)
