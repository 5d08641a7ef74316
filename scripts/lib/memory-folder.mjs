/**
 * Where tests put what they throw away. They make dozens of databases, whose writes wait for the disk; in memory a whole
 * run is half a minute shorter.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { readOrEmpty } from './run.mjs'

const MEMORY = '/dev/shm'
const PREFIX = 'challenge-hut-tests-'
/** A run uses up to 1 GB at once. */
const NEEDED_BYTES = 3e9

/** Lets everything that this process starts put its temporary files into memory, where there is enough of it. */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !isUsable()) return
  // A run that was killed could not remove its own.
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

/** Tests also start programs that they have copied, which a folder may forbid. */
function isUsable() {
  const mount = readOrEmpty('/proc/mounts')
    .split('\n')
    .find(line => line.split(' ')[1] === MEMORY)
  if (!mount || mount.includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > NEEDED_BYTES && freeMemory() > NEEDED_BYTES
}

/** What the system could still give, in bytes: what is unused, and what it only keeps in case it is read again. */
function freeMemory() {
  return Number(/MemAvailable:\s+(\d+)/.exec(readOrEmpty('/proc/meminfo'))?.[1] ?? 0) * 1024
}
