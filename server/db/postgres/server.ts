/** One running PostgreSQL, from its start until it exits. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Address, addressSettings } from './address.ts'
import type { Identity } from './identity.ts'

export interface Server {
  isRunning(): boolean
  exited: Promise<unknown>
}

export interface Launch {
  folder: string
  identity: Identity
  address: Address
  /** Settings that come after ours and win, such as `fsync=off`. */
  settings: readonly string[]
  log: (line: string) => void
  /** Aborting it does a fast shutdown. */
  ending: AbortSignal
}

/** Given at each start, so that no edited file weakens them. */
const SETTINGS = [
  'shared_buffers=128MB',
  'max_connections=50',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'unix_socket_permissions=0700',
  // We read what it prints: its readiness and its failures, in English.
  'logging_collector=off',
  'log_destination=stderr',
  'lc_messages=C',
  'log_line_prefix=[%p] ',
  'log_checkpoints=off'
]

/** Resolves when it accepts connections, after recovery; rejects with what it said last when it exits before. */
export function launchServer(launch: Launch): Promise<Server> {
  const { ending, log } = launch
  const child = spawnServer(launch)
  // Not `close`: that waits for the last backend to let go of the pipe, which may outlive a killed postmaster.
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
    reject(new Error(`PostgreSQL did not start: ${reason}`))
  }
  exited.then(
    () => Promise.race([closed, setTimeout(500)]).then(() => fail(complaint)),
    error => fail(error.message)
  )
  return promise
}

function spawnServer({ folder, identity, address, settings: given }: Launch): ChildProcess {
  const { prefix, user, binaries, leashed } = identity
  const settings = [...SETTINGS, ...addressSettings(address), ...given].flatMap(setting => ['-c', setting])
  const [command = '', ...args] = [...prefix, binaries.postgres, '-D', folder, ...settings]
  const options = {
    // Of its own group: Ctrl-C in a terminal reaches us alone, and PostgreSQL serves until our last request is done.
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
