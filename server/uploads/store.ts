/** Stores the files of pictures on the disk, or in an S3-compatible store if one is configured. */
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../lib/config.ts'
import type { Range } from '../lib/http/conditional.ts'

export interface Piece {
  content: Readable
  /** The position of its first byte in the file. */
  first: number
  /** Its length in bytes. */
  bytes: number
  /** The length of the whole file. */
  total: number
}

/** The part of a file of this length that a range covers; null when it covers nothing. */
export function pieceOf(total: number, range?: Range): { first: number; bytes: number } | null {
  if (!range) return { first: 0, bytes: total }
  const first = 'lastBytes' in range ? Math.max(0, total - range.lastBytes) : range.first
  const last = 'lastBytes' in range ? total - 1 : Math.min(range.last ?? total - 1, total - 1)
  return first <= last ? { first, bytes: last - first + 1 } : null
}

/** Files by their names. A stored file never changes. */
export interface Store {
  /** Copies a file into the store. Under its name the store has the whole file or nothing. */
  write: (name: string, source: string, contentType: string) => Promise<void>
  /** A whole file, or the bytes of the range. Null when there is none. */
  read: (name: string, range?: Range) => Promise<Piece | null>
  /** Removes those of these files that exist. */
  remove: (names: string[]) => Promise<void>
}

/** The folder of uploads: all files, or with S3 only those that are being received. */
export function uploadFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'uploads')
}
