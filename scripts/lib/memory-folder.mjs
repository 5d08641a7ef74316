/**
 * Keeps the temporary files of tests in memory. Tests create dozens of databases, whose writes would wait for the disk.
 * In memory a whole run is half a minute shorter.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { readOrEmpty } from './run.mjs'

const MEMORY = '/dev/shm'
const PREFIX = 'challenge-hut-tests-'
/** A run uses up to 1 GB at once. */
const NEEDED_BYTES = 3e9

/** Makes this process and its children keep temporary files in memory, if enough is free. */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !isUsable()) return
  // A killed run could not remove its folder.
  for (const name of readdirSync(MEMORY)) {
    if (name.startsWith(PREFIX) && !existsSync(`/proc/${name.slice(PREFIX.length)}`)) {
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    }
  }
  const folder = join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { mode: 0o755 })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.env.TMPDIR = folder
}

/** Tests also start programs that they have copied. A folder mounted with noexec forbids that. */
function isUsable() {
  const mount = readOrEmpty('/proc/mounts')
    .split('\n')
    .find(line => line.split(' ')[1] === MEMORY)
  if (!mount || mount.includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > NEEDED_BYTES && freeMemory() > NEEDED_BYTES
}

/** The available memory in bytes: unused memory, and caches that the system can drop. */
function freeMemory() {
  return Number(/MemAvailable:\s+(\d+)/.exec(readOrEmpty('/proc/meminfo'))?.[1] ?? 0) * 1024
}
