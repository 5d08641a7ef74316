/** Where the files of pictures are kept: on the disk, or in an S3-compatible store where one is set. */
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Range } from '../lib/conditional.ts'
import type { Config } from '../lib/config.ts'

export interface Piece {
  content: Readable
  /** Where it begins in the file. */
  first: number
  /** How long it is. */
  bytes: number
  /** How long the whole file is. */
  total: number
}

/** What of a file of this length a range has; null where it has nothing. */
export function pieceOf(total: number, range?: Range): { first: number; bytes: number } | null {
  if (!range) return { first: 0, bytes: total }
  const first = 'lastBytes' in range ? Math.max(0, total - range.lastBytes) : range.first
  const last = 'lastBytes' in range ? total - 1 : Math.min(range.last ?? total - 1, total - 1)
  return first <= last ? { first, bytes: last - first + 1 } : null
}

/** Files by their names, which never change once they are there. */
export interface Store {
  /** Copies a file into the store; under its name it is there whole or not at all. */
  write: (name: string, source: string, contentType: string) => Promise<void>
  /** All of a file, or the bytes of the range. Null when there is none. */
  read: (name: string, range?: Range) => Promise<Piece | null>
  /** Those that are there. */
  remove: (names: string[]) => Promise<void>
}

/** The folder of uploads: their files, or with S3 only those that are being received. */
export function uploadFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'uploads')
}
