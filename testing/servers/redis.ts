/** A Redis of its own for a test, on a free port, which the test may kill and start again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { findRedis, NO_REDIS } from '../../scripts/lib/redis.mjs'

/** Tests that need one are skipped where there is none, but not under `CI=true`. */
export const withoutRedis = !findRedis() && process.env.CI !== 'true'
if (withoutRedis) console.warn(NO_REDIS)

interface TestRedis {
  url: string
  /** Loses all that it holds. */
  kill: () => Promise<void>
  /** After a kill, at the same address. */
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
  const program = findRedis()
  if (!program) throw new Error(NO_REDIS)
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  const child = spawn(program, ['--port', String(port), ...settings], { stdio: ['ignore', 'pipe', 'inherit'] })
  // It must not outlive a run that is stopped.
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
