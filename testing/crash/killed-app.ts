/** The test's side of `crash-server.ts`: the app in a separate process that the test kills, and people who call it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { onTestFinished } from 'vitest'
import { QUICK } from '../servers/program.ts'
import { registration } from '../world.ts'
import type { Settled, Started } from './crash-server.ts'

export interface KilledApp extends Started {
  address: string
  kill: () => Promise<void>
  exited: Promise<unknown>
  isRunning: () => boolean
  /** Makes the app kill itself right before it sends the statement after the next `statements` ones. */
  killAfter: (statements: number) => void
  /**
   * Moves the time, runs due work at the sandbox, and handles its events.
   * @returns the number of statements that the app has sent since it started; null if it was killed meanwhile
   */
  settle: (ms?: number) => Promise<number | null>
}

/** @param database replaces the PostgreSQL in the folder */
export async function startKilledApp(folder: string, database?: ClientConfig): Promise<KilledApp> {
  const script = fileURLToPath(new URL('./crash-server.ts', import.meta.url))
  const place = database ? [folder, JSON.stringify(database)] : [folder]
  const child: ChildProcess = spawn(process.execPath, [...QUICK, script, ...place], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc']
  })
  const log: string[] = []
  const exited = once(child, 'exit')
  if (child.stderr) createInterface({ input: child.stderr }).on('line', line => log.push(line))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    if (isRunning()) child.kill(signal)
    await exited
  }
  onTestFinished(() => end('SIGTERM'))
  const [started] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error(`The app ended:\n${log.join('\n')}`)))
  ])) as [Started]
  return {
    ...started,
    address: `http://127.0.0.1:${started.port}`,
    kill: () => end('SIGKILL'),
    exited,
    isRunning,
    killAfter: statements => void child.send({ killAfter: statements }),
    async settle(ms = 0) {
      if (!isRunning()) return null
      const settled = once(child, 'message') as Promise<[Settled]>
      child.send({ settle: ms }, () => {})
      return Promise.race([settled.then(([{ statements }]) => statements), exited.then(() => null)])
    }
  }
}

/** @returns the cookies of the new person */
export async function registerAt(address: string, username: string): Promise<string> {
  const response = await fetch(`${address}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration(username))
  })
  if (!response.ok) throw new Error(await response.text())
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}
