/** nginx in front of an app, with the configuration in docs/operations.md. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { findProgram, PROGRAMS } from '../../scripts/lib/programs.mjs'
import { temporaryFolder } from '../temporary-folder.ts'
import { freePort } from './free-port.ts'

/** Tests are skipped without nginx, but not under `CI=true`. */
export const withoutNginx = !findProgram('nginx') && process.env.CI !== 'true'
if (withoutNginx) console.warn(PROGRAMS.nginx.missing)

/**
 * Starts nginx without TLS and returns its host and port.
 * @param app the host and port of the app
 */
export async function startNginx(app: string): Promise<string> {
  const program = findProgram('nginx')
  if (!program) throw new Error(PROGRAMS.nginx.missing)
  const folder = await temporaryFolder()
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await mkdir(join(folder, 'logs'))
  await writeFile(file, settings(await documented(), folder, app, port))
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)])
  const ready = vi.waitFor(() => reach(port), { timeout: 20_000, interval: 20 })
  await Promise.race([ready, ended.then(([, printed]) => Promise.reject(new Error(`nginx ended:\n${printed}`)))])
  return `127.0.0.1:${port}`
}

async function documented(): Promise<string> {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const found = /```nginx\n([\s\S]+?)```/.exec(page)?.[1]
  if (!found) throw new Error('docs/operations.md has no configuration of nginx')
  return found
}

/** Other ports, no certificate, and one process as this user; everything else is as documented. */
function settings(documented: string, folder: string, app: string, port: number): string {
  const server = documented
    .replace(/^server \{\n\tlisten 80;[\s\S]+?^\}\n/m, '')
    .replace(/listen 443 ssl[^;]*;/, `listen 127.0.0.1:${port};`)
    .replace(/^\tlisten \[::\]:.+\n|^\tssl_.+\n/gm, '')
    .replace('http://127.0.0.1:3000', `http://${app}`)
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  return `daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr warn;
events {}
http {
access_log off;
${kept.join('\n')}
${server}}
`
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
