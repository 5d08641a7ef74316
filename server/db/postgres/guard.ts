/**
 * Ends PostgreSQL with us where the kernel cannot. Its input is a pipe that we hold and
 * never write to: when the pipe closes, we have ended in some way, and the guard ends PostgreSQL.
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
