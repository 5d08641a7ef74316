/** Reads `postmaster.pid`, which describes the PostgreSQL of a data folder, and removes what a crash left behind. */
import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, ignoring } from './binaries.ts'

export interface Postmaster {
  pid: number
  port: number
  socketFolder: string
}

/**
 * Reads the file, which has one value per line. It survives a kill, so its process may be gone, or another process may
 * have its number.
 */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(ignoring('ENOENT'))
  const [pid, , , port, socketFolder = ''] = file?.split('\n') ?? []
  return pid && port ? { pid: Number(pid), port: Number(port), socketFolder } : undefined
}

/** Whether a process exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Starts a fast shutdown. Windows has no signals, so pg_ctl sends it through a pipe. */
export async function interrupt(pid: number, { pgCtl }: Pick<Binaries, 'pgCtl'>): Promise<void> {
  if (process.platform === 'win32') await promisify(execFile)(pgCtl, ['kill', 'INT', String(pid)])
  else process.kill(pid, 'SIGINT')
}

/** Starts a fast shutdown of the folder's PostgreSQL. The process may end by itself meanwhile. */
export async function interruptPostmaster(folder: string, binaries: Binaries): Promise<void> {
  const pid = (await readPostmaster(folder))?.pid
  if (pid !== undefined && !(await isNoPostmaster(pid, folder))) await interrupt(pid, binaries).catch(() => {})
}

/**
 * Removes lock files of dead servers. PostgreSQL ignores a file whose process is gone. It refuses to start when another
 * process has that number now, which is common in containers, or when the process is a zombie. A real postmaster's
 * working folder is its data folder, so a process elsewhere is not one.
 */
export async function removeStalePid(folder: string, socketFolder: string): Promise<void> {
  const pid = (await readPostmaster(folder))?.pid
  if (pid !== undefined && (await isNoPostmaster(pid, folder)))
    await rm(join(folder, 'postmaster.pid'), { force: true })
  for (const name of await readdir(socketFolder)) {
    if (!/^\.s\.PGSQL\.\d+\.lock$/.test(name)) continue
    const holder = Number.parseInt(await readFile(join(socketFolder, name), 'utf8'), 10)
    if (await isNoPostmaster(holder, folder)) await rm(join(socketFolder, name), { force: true })
  }
}

/**
 * Kills backends whose postmaster is gone. A backend in a long computation does not notice that, and prevents the next
 * start. Call this only when no postmaster runs.
 */
export async function endOrphanedBackends(folder: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!(pid > 1) || (await workingFolder(pid)) !== (await realpath(folder))) continue
    if (/\/postgres( \(deleted\))?$/.test(await readlink(`/proc/${pid}/exe`).catch(() => '')))
      process.kill(pid, 'SIGKILL')
  }
}

async function isNoPostmaster(pid: number, folder: string): Promise<boolean> {
  if (pid === process.pid) return true
  if (process.platform === 'linux') {
    if ((await isZombie(pid)) || (await isOtherProgram(pid))) return true
    const place = await workingFolder(pid)
    return place !== undefined && place !== (await realpath(folder))
  }
  // On Windows PostgreSQL itself checks the process.
  if (process.platform === 'win32' || !isRunning(pid)) return false
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: ''
  }))
  return stdout !== '' && !stdout.includes('postgres')
}

/**
 * Whether a process is a zombie: it was killed, but keeps its number until its parent reads its exit status. Some init
 * processes in containers never do that.
 */
async function isZombie(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The state follows the name, which is in parentheses and may contain any character.
  return stat[stat.lastIndexOf(')') + 2] === 'Z'
}

/**
 * Whether a process has another name. The name is readable for other users' processes too, unlike the working folder.
 */
async function isOtherProgram(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  return name !== '' && name.trim() !== 'postgres'
}

/** Undefined when the process is gone or hidden from us. */
function workingFolder(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}
