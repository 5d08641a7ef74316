/** The product with its own PostgreSQL in a folder, and ten ways to kill it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { SERVER, SERVER_ENV } from '../../scripts/lib/server.mjs'
import { connectionOf } from '../../server/db/postgres/address.ts'
import { readPostmaster } from '../../server/db/postgres/postmaster.ts'

/** The longest outage. */
const LONGEST_MS = 60_000

export const KINDS = [
  'the app is killed',
  'the app is killed while it starts',
  'the app is killed after it was frozen for a second',
  'the app is stopped',
  'PostgreSQL is killed',
  'one process of PostgreSQL is killed',
  'PostgreSQL is shut down fast',
  'PostgreSQL is shut down without a checkpoint',
  'all connections to PostgreSQL are ended',
  'the app and PostgreSQL are killed together'
] as const
export type Kind = (typeof KINDS)[number]

export interface Victim {
  /** Changes at each start. */
  address: () => string
  /** Kills it, and returns after how many ms it was ready again. */
  kill: (kind: Kind, random: () => number) => Promise<number>
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
  stop: () => Promise<void>
}

export async function startVictim(folder: string): Promise<Victim> {
  let app: ChildProcess
  let address = ''
  const postgres = join(folder, 'postgres')

  function launch(): Promise<unknown> {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      PUSH: 'off'
    }
    const child = spawn(process.execPath, SERVER, {
      env: { ...env, ...SERVER_ENV, DATA_DIR: folder, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    app = child
    let printed = ''
    return new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-10_000)
        address = / is ready: (\S+)/.exec(printed)?.[1] ?? address
        if (printed.includes(' is ready: ')) resolve()
      })
      child.once('exit', code => reject(new Error(`the app ended with ${code}: ${printed}`)))
    })
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(app, 'exit')
    app.kill(signal)
    await ended
  }

  async function signalPostgres(signal: NodeJS.Signals): Promise<void> {
    const { pid } = (await readPostmaster(postgres)) ?? {}
    if (pid) process.kill(pid, signal)
  }

  async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const connection = await connectionOf(postgres)
    if (!connection) throw new Error('PostgreSQL does not run')
    const client = new Client(connection)
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  /** The backends of the app. */
  const backends = () =>
    query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
    )

  const acts: Record<Kind, (random: () => number) => Promise<unknown>> = {
    'the app is killed': () => end('SIGKILL').then(launch),
    async 'the app is killed while it starts'(random) {
      await end('SIGKILL')
      launch().catch(() => {})
      await wait(random() * 1500)
      await end('SIGKILL')
      await launch()
    },
    async 'the app is killed after it was frozen for a second'() {
      app.kill('SIGSTOP')
      await wait(1000)
      await end('SIGKILL')
      await launch()
    },
    'the app is stopped': () => end('SIGTERM').then(launch),
    'PostgreSQL is killed': () => signalPostgres('SIGKILL'),
    async 'one process of PostgreSQL is killed'(random) {
      const all = await backends()
      const { pid } = all[Math.floor(random() * all.length)] ?? {}
      if (pid) process.kill(pid, 'SIGKILL')
    },
    'PostgreSQL is shut down fast': () => signalPostgres('SIGINT'),
    'PostgreSQL is shut down without a checkpoint': () => signalPostgres('SIGQUIT'),
    'all connections to PostgreSQL are ended': () =>
      query(`select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`),
    async 'the app and PostgreSQL are killed together'() {
      await signalPostgres('SIGKILL')
      await end('SIGKILL')
      await launch()
    }
  }

  const isReady = () =>
    fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
      ({ ok }) => ok,
      () => false
    )

  // A run that fails or is ended leaves no process behind: the app stops its PostgreSQL.
  process.once('exit', () => void app.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  await launch()
  return {
    address: () => address,
    query,
    async kill(kind, random) {
      const from = Date.now()
      await acts[kind](random)
      // The app notices a killed PostgreSQL a moment later.
      await wait(100)
      while (!(await isReady())) {
        if (Date.now() - from > LONGEST_MS)
          throw new Error(`After "${kind}" the app was not ready for ${LONGEST_MS} ms`)
        await wait(50)
      }
      return Date.now() - from
    },
    stop: () => end('SIGTERM')
  }
}
