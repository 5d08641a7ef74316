/**
 * While the disk of the database is nearly full, writes are refused, so that PostgreSQL keeps the room that it needs to
 * go on serving reads. Nothing is half-saved then, and pages keep what was typed.
 */
import { statfs } from 'node:fs/promises'
import type { Resources } from '../../dependencies.ts'

/** Six files of PostgreSQL's write-ahead log, of 16 MiB each. */
const LEAST_BYTES = 100_000_000
/** The disk is asked no more often than this. */
const EVERY_MS = 2000

/** Free bytes of the disk that holds the folder, as a program without special rights sees them. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Returns whether there is room to write. */
export function createSpaceGuard({ disk, clock }: Pick<Resources, 'disk' | 'clock'>): () => Promise<boolean> {
  if (!disk) return async () => true
  let checkedAt = Number.NEGATIVE_INFINITY
  let known = Promise.resolve(true)
  return () => {
    if (Math.abs(clock.now() - checkedAt) >= EVERY_MS) {
      checkedAt = clock.now()
      // Whoever cannot see the disk must not stop everybody.
      known = disk().then(
        free => free >= LEAST_BYTES,
        () => true
      )
    }
    return known
  }
}
