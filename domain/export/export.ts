/** The columns of an export, and its progress on the page. */

/** The response header with the number of rows of an export. Each row ends with a line break. */
export const LINES = 'x-lines'

/** The first fields of the file "Everything (JSON)", by which another hut recognises it (domain/import/exported.ts). */
export const EXPORT_FORMAT = 'challenge-hut-export'
export const EXPORT_VERSION = 1

/**
 * The columns of exported logs; an import accepts them too. Dates are ISO 8601 in UTC, durations whole seconds, and
 * `day` is the day that the log counts for.
 */
export const LOG_COLUMNS = [
  ...(['date', 'goal', 'action', 'amount', 'unit', 'distance', 'duration'] as const),
  ...(['title', 'content', 'session', 'day'] as const)
]

/** Returns the progress from 0 to 1. New rows may appear during the export, so `lines` may exceed `total`. */
export function exported(lines: number, total: number): number {
  return total <= 0 ? 1 : Math.min(1, lines / total)
}

const [NEW_LINE, QUOTE] = [10, 34]

/**
 * Returns a function that takes the bytes of an export chunk by chunk and returns the number of rows so far. A quoted
 * text in CSV may contain line breaks, which it does not count. JSON escapes line breaks in texts.
 */
export function rowCounter(contentType: string): (bytes: Uint8Array) => number {
  const hasQuotes = contentType.startsWith('text/csv')
  let rows = 0
  let isQuoted = false
  return bytes => {
    for (const byte of bytes) {
      if (byte === QUOTE) isQuoted = hasQuotes && !isQuoted
      else if (byte === NEW_LINE && !isQuoted) rows++
    }
    return rows
  }
}
