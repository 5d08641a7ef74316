/** A PgBouncer with the settings of Debian's package, in front of the PostgreSQL of the tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ClientConfig } from 'pg'
import { onTestFinished } from 'vitest'
import { findProgram, PROGRAMS } from '../../scripts/lib/programs.mjs'
import { findBinaries } from '../../server/db/postgres/binaries.ts'
import { chooseIdentity } from '../../server/db/postgres/identity.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { freePort } from './free-port.ts'

/** Tests are skipped without PgBouncer, but not under `CI=true`. */
export const withoutPgBouncer = !findProgram('pgbouncer') && process.env.CI !== 'true'
if (withoutPgBouncer) console.warn(PROGRAMS.pgbouncer.missing)

const OF_DEBIAN = '/etc/pgbouncer/pgbouncer.ini'

/** Starts a PgBouncer for one test and returns the `DATABASE_URL` of this database through it. */
export async function startPgBouncer(connection: ClientConfig, mode: string): Promise<string> {
  const program = findProgram('pgbouncer')
  if (!program) throw new Error(PROGRAMS.pgbouncer.missing)
  const port = await freePort()
  const folder = await temporaryFolder()
  const settings = join(folder, 'pgbouncer.ini')
  // An ordinary user cannot read Debian's file, which sets little but paths.
  const given = await readFile(OF_DEBIAN, 'utf8').catch(() => '')
  await writeFile(
    settings,
    `${given}
[databases]
* = host=${connection.host} port=${connection.port} user=${connection.user}
[pgbouncer]
pool_mode = ${mode}
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
logfile =
pidfile =
`
  )
  // PgBouncer refuses to run as root, like PostgreSQL, and its user must be able to reach the socket.
  const { prefix, user } = await chooseIdentity(await findBinaries(), String(connection.host))
  const [command = '', ...args] = [...prefix, program, settings]
  const child = spawn(command, args, { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const printed: string[] = []
  const ready = Promise.withResolvers<void>()
  createInterface({ input: child.stderr }).on('line', line => {
    printed.push(line)
    if (line.includes('process up')) ready.resolve()
  })
  void once(child, 'exit').then(() => ready.reject(new Error(`PgBouncer did not start:\n${printed.join('\n')}`)))
  await ready.promise
  return `postgres://postgres@127.0.0.1:${port}/${connection.database}`
}
