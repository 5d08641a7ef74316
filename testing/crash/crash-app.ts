/** The test's side of `crash-writer.ts`: the process that the test kills, and the ids that it acknowledged before. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { QUICK } from '../servers/program.ts'

export interface CrashApp {
  ready: Promise<void>
  kill(signal: NodeJS.Signals): Promise<void>
  /** The error output of the process and PostgreSQL. */
  log: string[]
}

export function startCrashApp(folder: string, acknowledged: Set<string>, env: NodeJS.ProcessEnv = {}): CrashApp {
  const script = fileURLToPath(new URL('./crash-writer.ts', import.meta.url))
  const child = spawn(process.execPath, [...QUICK, script, folder], { env: { ...process.env, ...env } })
  const log: string[] = []
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const ready = Promise.withResolvers<void>()
  createInterface({ input: child.stderr }).on('line', line => log.push(line))
  lines.on('line', line => {
    if (line === 'ready') ready.resolve()
    else acknowledged.add(line)
  })
  // Fails only if a test waits for it: some processes are killed before they are ready.
  void exited.then(() => ready.reject(new Error(`The app ended:\n${log.join('\n')}`)))
  ready.promise.catch(() => {})
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  onTestFinished(() => kill('SIGTERM'))
  return {
    ready: ready.promise,
    kill,
    log
  }
}
