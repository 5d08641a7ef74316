import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning } from '../server/db/postgres/postmaster.ts'

const RUN = new URL('../scripts/lib/run.mjs', import.meta.url).href
const SERVER = `console.log(process.pid); setInterval(() => {}, 1000)`
const SCRIPT = `import { become } from '${RUN}'; become('node', ['--eval', ${JSON.stringify(SERVER)}])`

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the server ends when npm gets a %s, even with a shell between them',
  async signal => {
    // Runs the script through a shell and sends the SIGTERM to the shell, as npm does. This shell has more commands to
    // run, so it stays.
    const npm = `
    const { spawn } = require('node:child_process')
    const shell = spawn('sh', ['-c', '"$NODE" --input-type=module --eval "$SCRIPT"; true'], { stdio: 'inherit' })
    process.on('SIGTERM', () => shell.kill('SIGTERM'))`
    const env = { ...process.env, npm_lifecycle_event: 'start', NODE: process.execPath, SCRIPT }
    const child = spawn(process.execPath, ['--eval', npm], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const server = Number(line)
    onTestFinished(() => void (isRunning(server) && process.kill(server)))
    expect(isRunning(server)).toBe(true)
    child.kill(signal)
    await expect.poll(() => isRunning(server), { timeout: 8000 }).toBe(false)
  }
)
