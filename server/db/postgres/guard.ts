/**
 * Stops PostgreSQL when the app ends, on systems whose kernel cannot do that. The app holds a pipe to this process and
 * never writes to it. When the pipe closes, the app has ended.
 */
import { spawn } from 'node:child_process'
import { interrupt } from './postmaster.ts'

const { command, args, user, pgCtl } = JSON.parse(process.argv[2] ?? '')
const server = spawn(command, args, { ...user, stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true })
server.on('error', () => process.exit(1))
server.on('exit', code => process.exit(code ?? 1))
process.stdin.resume().on('close', () => {
  if (server.pid !== undefined) void interrupt(server.pid, { pgCtl })
})
