/** The measured servers, each in its own process. */
import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { SERVER, SERVER_ENV } from '../../scripts/lib/server.mjs'
import type { Crowd } from './crowd.ts'

export interface Child {
  url: string
  pid: number
  /** Resolves when the process has ended for any reason. */
  ended: Promise<unknown>
  stop: () => Promise<void>
  /** Kills the process, as a power failure would. */
  kill: () => Promise<void>
}

const running = new Set<ChildProcess>()
// Ends the processes with a failed run.
process.once('exit', () => running.forEach(child => void child.kill('SIGKILL')))

/**
 * Starts the product as shipped, including its log.
 * @param hear receives the log
 */
export function startProduct(settings: Record<string, string>, hear?: (text: string) => void): Promise<Child> {
  return startProgram(process.execPath, SERVER, settings, process.cwd(), hear)
}

/** Starts the product with any command. */
export async function startProgram(
  command: string,
  args: string[],
  settings: Record<string, string>,
  cwd = process.cwd(),
  hear?: (text: string) => void
): Promise<Child> {
  const child = spawn(command, args, {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      ...SERVER_ENV,
      ...settings
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  running.add(child)
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-10_000)
      const address = / is ready: (\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', code => reject(new Error(`The product ended with ${code}: ${printed}`)))
  })
  child.stdout.removeAllListeners('data')
  if (hear) child.stdout.on('data', hear)
  // Reads and drops the log as cheaply as possible.
  else child.stdout.resume()
  return asChild(child, url)
}

/** A program of `bench/bare`, which gets `task` and returns its address. */
export function startBare(program: string, task: object, options: ForkOptions = {}): Promise<Child> {
  const child = fork(fileURLToPath(new URL(`../bare/${program}.ts`, import.meta.url)), options)
  child.send(task)
  return untilListening(child, program)
}

/** The flags of the product's server, which save memory. */
export const LIKE_PRODUCT: ForkOptions = { execArgv: SERVER.slice(0, -1), env: { ...process.env, ...SERVER_ENV } }

/** Starts bare `ws` with the flags of the product's server, to compare their memory. */
export function startBareSockets(): Promise<Child> {
  const file = fileURLToPath(new URL('../bare/sockets.mjs', import.meta.url))
  return untilListening(fork(file, LIKE_PRODUCT), 'sockets')
}

async function untilListening(child: ChildProcess, program: string): Promise<Child> {
  running.add(child)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${program} ended with ${code}`)))
  ended.catch(() => {})
  const [{ url }] = await Promise.race([once(child, 'message') as Promise<[{ url: string }]>, ended])
  return asChild(child, url)
}

/** Sockets in a separate process. `heard` resolves when each of them has one more chat message. */
export async function openCrowd(
  task: Crowd
): Promise<{ openedIn: number; heard: () => Promise<unknown>; close: () => void }> {
  const child = fork(fileURLToPath(new URL('crowd.ts', import.meta.url)))
  running.add(child)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the crowd ended with ${code}`)))
  ended.catch(() => {})
  const told = () => Promise.race([once(child, 'message'), ended])
  child.send(task)
  const [openedIn] = await told()
  return {
    openedIn,
    heard() {
      child.send('next')
      return told()
    },
    close: () => void stop(child)
  }
}

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(child => stop(child)))
}

function asChild(child: ChildProcess, url: string): Child {
  const ended = once(child, 'exit')
  return { url, pid: child.pid ?? 0, ended, stop: () => stop(child), kill: () => stop(child, 'SIGKILL') }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 8000)
  await exited
  clearTimeout(tooLong)
}
