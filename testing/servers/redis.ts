/** A Redis for one test, on a free port. The test can kill it and start it again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { findProgram, PROGRAMS } from '../../scripts/lib/programs.mjs'
import { freePort } from './free-port.ts'

/** Tests are skipped without a Redis, but not under `CI=true`. */
export const withoutRedis = !findProgram('redis') && process.env.CI !== 'true'
if (withoutRedis) console.warn(PROGRAMS.redis.missing)

interface TestRedis {
  url: string
  /** Kills it. All its data is lost. */
  kill: () => Promise<void>
  /** Starts it again after a kill, at the same address. */
  start: () => Promise<void>
}

export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let child = await start(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => kill(child),
    async start() {
      child = await start(port)
    }
  }
}

async function start(port: number): Promise<ChildProcess> {
  const program = findProgram('redis')
  if (!program) throw new Error(PROGRAMS.redis.missing)
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  const child = spawn(program, ['--port', String(port), ...settings], { stdio: ['ignore', 'pipe', 'inherit'] })
  // Ends it with an aborted run.
  const lost = (): unknown => child.kill('SIGKILL')
  process.once('exit', lost)
  child.once('exit', () => process.off('exit', lost))
  const ready = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', line => line.includes('Ready to accept') && ready.resolve())
  child.once('exit', () => ready.reject(new Error('Redis did not start.')))
  await ready.promise
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
