/** What is exported, and how the page follows it. */

/** Header of an export: how many rows it has, each of which ends a line. */
export const LINES = 'x-lines'

/**
 * The columns of exported logs, which an import takes too. Dates are ISO 8601 in UTC, durations whole seconds; the day is
 * the one that the log counts for.
 */
export const LOG_COLUMNS = [
  ...(['date', 'goal', 'action', 'amount', 'unit', 'distance', 'duration'] as const),
  ...(['title', 'content', 'session', 'day'] as const)
]

/** How much has come, between 0 and 1. The number of rows may grow meanwhile. */
export function exported(lines: number, total: number): number {
  return total <= 0 ? 1 : Math.min(1, lines / total)
}

const [NEW_LINE, QUOTE] = [10, 34]

/**
 * Counts the rows of an export as its bytes come. A text of a CSV may have lines of its own, between quotes; in JSON a
 * line break in a text is escaped.
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
