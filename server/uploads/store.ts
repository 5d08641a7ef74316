/** Where the files of pictures are kept: on the disk, or in an S3-compatible store where one is set. */
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../lib/config.ts'

/** Files by their names, which never change once they are there. */
export interface Store {
  /** Copies a file into the store; under its name it is there whole or not at all. */
  write: (name: string, source: string, contentType: string) => Promise<void>
  /** Null when there is none. */
  read: (name: string) => Promise<{ content: Readable; bytes: number } | null>
  /** Those that are there. */
  remove: (names: string[]) => Promise<void>
}

/** The folder of uploads: their files, or with S3 only those that are being received. */
export function uploadFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'uploads')
}
