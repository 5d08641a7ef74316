/** Reads the tables in a zip of a tracker. */
import { unzipSync } from 'fflate'
import type { SourceFile } from '../../domain/import/trackers/source-file.ts'
import { ZIPPED } from '../../domain/import/trackers/trackers.ts'
import { decode, MOST_BYTES, parseCsv } from './parse-csv.ts'

export const MOST_ZIPPED_BYTES = 100_000_000
/** A habit tracker's zip has a file for each habit. */
const MOST_FILES = 500
/** Text shrinks to a tenth. A file that shrank to a thousandth was made to fill the memory. */
const MOST_RATIO = 200

/** Returns the files that trackers write, or a sentence that says why they can't be read. */
export function readZip(bytes: Uint8Array): SourceFile[] | string {
  let [files, size, isOdd] = [0, 0, false]
  try {
    const found = unzipSync(bytes, {
      filter: file => {
        if (!ZIPPED.test(file.name)) return false
        files += 1
        size += file.originalSize
        isOdd ||= file.originalSize > MOST_RATIO * Math.max(file.size, 1_000)
        return files <= MOST_FILES && size <= MOST_BYTES && !isOdd
      }
    })
    if (files > MOST_FILES || size > MOST_BYTES || isOdd) return 'The tables in it are too large.'
    return Object.entries(found).map(([path, content]) => ({ path, rows: parseCsv(decode(new Uint8Array(content))) }))
  } catch {
    return 'This zip is broken.'
  }
}
