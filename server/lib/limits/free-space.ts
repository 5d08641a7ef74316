/**
 * Refuses writes while the database's disk is nearly full, so that PostgreSQL keeps the room that it needs to serve
 * reads. Nothing is saved halfway, and pages keep the typed text.
 */
import { statfs } from 'node:fs/promises'
import type { Resources } from '../../dependencies.ts'

/** The size of six files of PostgreSQL's write-ahead log, of 16 MiB each. */
const LEAST_BYTES = 100_000_000
/** The disk is checked at most this often. */
const EVERY_MS = 2000

/** The free bytes on the folder's disk, for a program without special rights. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Returns a function that tells whether there is room to write. */
export function createSpaceGuard({ disk, clock }: Pick<Resources, 'disk' | 'clock'>): () => Promise<boolean> {
  if (!disk) return async () => true
  let checkedAt = Number.NEGATIVE_INFINITY
  let known = Promise.resolve(true)
  return () => {
    if (Math.abs(clock.now() - checkedAt) >= EVERY_MS) {
      checkedAt = clock.now()
      // If the disk cannot be checked, writes are allowed.
      known = disk().then(
        free => free >= LEAST_BYTES,
        () => true
      )
    }
    return known
  }
}
