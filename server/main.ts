/** Reads the environment, opens the parts, listens, and stops gracefully. */
import { ensureAdmin } from './accounts/admin.ts'
import { createApp } from './app.ts'
import { migrateDatabase, openDatabase } from './db/database.ts'
import { SecondAppError } from './db/postgres/app-lock.ts'
import { startPostgres } from './db/postgres/postgres.ts'
import { seedDemo } from './db/seed/demo.ts'
import { seedContent } from './db/seed/seed.ts'
import type { Clock } from './lib/clock.ts'
import { readConfig, WrongSetting } from './lib/config.ts'
import { createLog } from './lib/log.ts'
import { keptSecret } from './lib/secret.ts'
import { builtShell, developmentShell } from './lib/shell.ts'
import { createBus } from './realtime/bus.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const clock: Clock = {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    }
  }
  const secret = await keptSecret(config.dataDir)
  const postgres = config.databaseUrl
    ? null
    : await startPostgres({
        folder: `${config.dataDir}/postgres`,
        log: line => log.debug({ postgres: line }, 'postgres')
      })
  const connection = postgres?.connection ?? { connectionString: config.databaseUrl as string }
  await migrateDatabase(connection)
  const db = openDatabase(connection, log)
  const admin = await ensureAdmin({ db, clock, config })
  await seedContent(db, admin.id, new Date(clock.now()))

  const page = config.development ? await developmentShell() : await builtShell()
  const app = await createApp(
    { db, bus: createBus(), clock, config, secret, shell: page.shell, assets: page.assets },
    log
  )
  page.attach(app)
  if (config.demo) await seedDemo(app, clock)

  let stopping = false
  const stop = async (code: number): Promise<void> => {
    if (stopping) return
    stopping = true
    // Whatever hangs, the process ends.
    setTimeout(() => process.exit(code || 1), 10_000).unref()
    await app.close()
    await page.close()
    await db.$client.end()
    await postgres?.stop()
    process.exit(code)
  }
  process.once('SIGTERM', () => stop(0))
  process.once('SIGINT', () => stop(0))
  // Whoever started us is gone, however it ended (scripts/lib/run.mjs).
  if (process.connected) process.once('disconnect', () => stop(0))
  void postgres?.lost.then(error => {
    log.fatal(error.message)
    return stop(1)
  })

  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  if (admin.password) {
    say(`The admin is admin@localhost with the password ${admin.password} (shown this once).`)
  }
  say(`${config.appName} is ready: ${config.appUrl ?? `http://${shownHost(config.host)}:${port}`}`)
}

/** For the person at the terminal; everything else is a JSON line. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

main().catch(error => {
  // What an operator can mend is said in one line; anything else with its trace.
  const plain = error instanceof WrongSetting || error instanceof SecondAppError
  console.error(plain ? error.message : error)
  process.exit(1)
})
