/**
 * A PostgreSQL with a streaming replica, both for one test. The replica starts from a copy of the stopped folder,
 * because the PostgreSQL from npm has no pg_basebackup.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ClientConfig } from 'pg'
import { addressSettings, type Connection, chooseAddress, connectionTo } from '../../server/db/postgres/address.ts'
import { findBinaries } from '../../server/db/postgres/binaries.ts'
import { chooseIdentity } from '../../server/db/postgres/identity.ts'
import { startPostgres } from '../../server/db/postgres/postgres.ts'
import { run } from '../database/first-release.ts'

interface WithStandby {
  primary: ClientConfig
  standby: ClientConfig
  /** Kills the replica, as a lost machine would. `start` brings it back. */
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Freezes the replica: it accepts connections but does not respond. */
  freeze: () => Promise<void>
  thaw: () => void
  /** Promotes the replica and runs `then` on it. It then becomes a replica of its own new history. */
  split: (then: (connection: ClientConfig) => Promise<unknown>) => Promise<void>
  /** Starts the replica again from a copy of the primary. */
  rejoin: () => Promise<void>
  /** Does the same for the primary. */
  stopPrimary: () => Promise<void>
  startPrimary: () => Promise<void>
  end: () => Promise<void>
}

const DATABASE = 'hut'
const SETTINGS = ['fsync=off', 'shared_buffers=16MB']

/** @param fill creates the contents of both */
export async function openWithStandby(fill: (connection: ClientConfig) => Promise<void>): Promise<WithStandby> {
  const around = await mkdtemp(join(tmpdir(), 'hut-standby-'))
  const [first, second] = [join(around, 'primary'), join(around, 'standby')]
  const filled = await startPostgres({ folder: first, settings: SETTINGS })
  await run(filled.connection, `create database ${DATABASE}`)
  await fill({ ...filled.connection, database: DATABASE })
  await filled.stop()
  const { uid, gid } = await stat(first)
  const beStandby = async (): Promise<void> => {
    const signal = join(second, 'standby.signal')
    await writeFile(signal, '')
    if (process.getuid?.() === 0) await chown(signal, uid, gid)
  }
  const copyToStandby = async (): Promise<void> => {
    await cp(first, second, { recursive: true })
    await beStandby()
  }
  await copyToStandby()
  let primary = await startPostgres({ folder: first, settings: SETTINGS })
  const standby = await follow(second, primary.connection)
  return {
    primary: { ...primary.connection, database: DATABASE },
    ...standby,
    async split(then) {
      await run(standby.standby, 'select pg_promote()')
      await then(standby.standby)
      await standby.stop()
      await beStandby()
      await standby.start()
    },
    async rejoin() {
      await standby.stop()
      await primary.stop()
      await rm(second, { recursive: true })
      await copyToStandby()
      primary = await startPostgres({ folder: first, settings: SETTINGS })
      await standby.start()
    },
    stopPrimary: () => primary.stop(),
    async startPrimary() {
      primary = await startPostgres({ folder: first, settings: SETTINGS })
    },
    async end() {
      await standby.stop()
      await primary.stop()
      await rm(around, { recursive: true, force: true })
    }
  }
}

async function follow(folder: string, { host, port, user }: Connection) {
  const { prefix, user: owner, owner: of, binaries } = await chooseIdentity(await findBinaries(), folder)
  const address = await chooseAddress(folder, of)
  const settings = [
    ...SETTINGS,
    ...addressSettings(address),
    `primary_conninfo=host=${host} port=${port} user=${user}`,
    'wal_retrieve_retry_interval=100ms'
  ]
  const [command = '', ...args] = [...prefix, binaries.postgres, '-D', folder, ...settings.flatMap(one => ['-c', one])]
  const standby = { ...(await connectionTo(address, folder)), database: DATABASE }
  let child: ChildProcess
  let frozen: number[] = []

  async function start(): Promise<void> {
    const quiet = { cwd: '/', env: { ...process.env, LC_ALL: 'C' } }
    child = spawn(command, args, { ...owner, ...quiet, stdio: ['ignore', 'ignore', 'pipe'] })
    // Ends it with an aborted run.
    const started = child
    const lost = (): unknown => started.kill('SIGKILL')
    process.once('exit', lost)
    child.once('exit', () => process.off('exit', lost))
    const ready = Promise.withResolvers<void>()
    const printed: string[] = []
    createInterface({ input: child.stderr ?? process.stdin }).on('line', line => {
      printed.push(line)
      if (line.includes('ready to accept read-only connections')) ready.resolve()
    })
    child.once('exit', () => ready.reject(new Error(`The replica did not start:\n${printed.join('\n')}`)))
    await ready.promise
  }

  await start()
  return {
    standby,
    start,
    // PostgreSQL has a process for each connection.
    async freeze() {
      const others = await run(standby, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
      frozen = [Number(child.pid), ...others.map(({ pid }) => Number(pid))]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw() {
      for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT')
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
    }
  }
}
