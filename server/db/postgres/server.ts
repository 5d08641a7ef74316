/** Runs one PostgreSQL server, from its start until it exits. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { asTyped } from '../../lib/as-typed.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { type Address, addressSettings } from './address.ts'
import { SYNCS_AT_ONCE } from './binaries.ts'
import type { Identity } from './identity.ts'

export interface Server {
  isRunning(): boolean
  exited: Promise<unknown>
}

export interface Launch {
  folder: string
  identity: Identity
  address: Address
  /** Settings that override ours, such as `fsync=off`. */
  settings: readonly string[]
  log: (line: string) => void
  /** Aborting this signal starts a fast shutdown. */
  ending: AbortSignal
}

/** Settings that are passed at each start, so that an edited file cannot weaken them. */
const SETTINGS = [
  'shared_buffers=128MB',
  'max_connections=50',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  ...(SYNCS_AT_ONCE ? ['recovery_init_sync_method=syncfs'] : []),
  'unix_socket_permissions=0700',
  // The app reads PostgreSQL's output in English: that it is ready, and why it failed.
  'logging_collector=off',
  'log_destination=stderr',
  'lc_messages=C',
  'log_line_prefix=[%p] ',
  'log_checkpoints=off'
]

/**
 * Starts the server. Resolves when it accepts connections after recovery. Rejects with its last line when it exits
 * before that.
 */
export function launchServer(launch: Launch): Promise<Server> {
  const { ending, log } = launch
  const child = spawnServer(launch)
  // Wait for `exit`, because `close` waits for the last backend, which may outlive a killed postmaster.
  const exited = once(child, 'exit')
  const closed = once(child, 'close').catch(() => {})
  const end = () => (launch.identity.leashed ? child.kill('SIGINT') : child.stdin?.end())
  ending.addEventListener('abort', end)
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  let complaint = ''
  createInterface({ input: child.stderr ?? process.stdin }).on('line', line => {
    log(line)
    if (/FATAL|PANIC/.test(line) || !complaint) complaint = line
    if (line.includes('database system is ready to accept connections')) {
      resolve({ isRunning: () => child.exitCode === null && child.signalCode === null, exited })
    }
  })
  const fail = (reason: string) => {
    ending.removeEventListener('abort', end)
    reject(new OperatorError(complaintOf(launch.folder, reason)))
  }
  exited.then(
    () => Promise.race([closed, setTimeout(500)]).then(() => fail(complaint)),
    error => fail(error.message)
  )
  return promise
}

/** The output of PostgreSQL together with advice for the operator. @internal */
export function complaintOf(folder: string, line: string): string {
  const reason = line.replace(/^\[\d+\] /, '').replace(/^(FATAL|PANIC): +/, '')
  return [`PostgreSQL did not start on ${folder}: ${reason}`, adviceFor(reason, folder)].filter(Boolean).join('; ')
}

function adviceFor(reason: string, folder: string): string {
  if (reason.includes('"postmaster.pid" already exists')) {
    return `stop the process whose number is in ${folder}/postmaster.pid; if that is no PostgreSQL, delete this file`
  }
  if (/No space left/.test(reason)) return 'make room on its disk'
  if (/Permission denied|has wrong ownership/.test(reason)) return 'let this user own it'
  if (DAMAGED.test(reason))
    return `the folder is damaged: put it aside, and restore a backup (${asTyped('npm run restore -- FILE')})`
  return ''
}

const DAMAGED =
  /could not (find|open|read|locate|access|stat)|does not exist|not a valid data|incompatible|invalid|corrupt|checksum/i

function spawnServer({ folder, identity, address, settings: given }: Launch): ChildProcess {
  const { prefix, user, binaries, leashed } = identity
  const settings = [...SETTINGS, ...addressSettings(address), ...given].flatMap(setting => ['-c', setting])
  const [command = '', ...args] = [...prefix, binaries.postgres, '-D', folder, ...settings]
  const options = {
    // A separate process group: Ctrl-C in a terminal reaches only the app, and PostgreSQL serves until the last request
    // is done.
    detached: process.platform !== 'win32',
    windowsHide: true,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' }
  }
  if (leashed) return spawn(command, args, { ...options, ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const guard = fileURLToPath(new URL('./guard.ts', import.meta.url))
  const order = JSON.stringify({ command, args, user, pgCtl: binaries.pgCtl })
  return spawn(process.execPath, [guard, order], { ...options, stdio: ['pipe', 'ignore', 'pipe'] })
}
