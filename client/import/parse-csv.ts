/** Reads a table with any common delimiter and encoding. */
import Papa from 'papaparse'
import type { Row } from '../../domain/import/file.ts'

/** Larger files would block the browser for seconds. */
export const MOST_BYTES = 10_000_000
export const MOST_ROWS = 50_000

/** Decodes UTF-8, UTF-16, or else Windows-1252, as older spreadsheets write. */
export function decode(bytes: Uint8Array<ArrayBuffer>): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (isUtf16) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads a list of records in JSON as a table with a column for each of their fields; null for any other text. */
export function parseRecords(text: string): Row[] | null {
  if (!text.trimStart().startsWith('[')) return null
  const records = listIn(text)
  if (!records?.every(record => typeof record === 'object' && record !== null)) return null
  const rows = records.map(record => new Map(Object.entries(record)))
  const names = [...new Set(rows.flatMap(row => [...row.keys()]))]
  const cellOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
  return [names, ...rows.map(row => names.map(name => cellOf(row.get(name))))].map((cells, index) => ({
    number: index + 1,
    cells
  }))
}

/** Whether a text is JSON rather than a table. The first cell of a table has no brackets around a quote. */
export function startsAsJson(text: string): boolean {
  return /^\ufeff?\s*(?:\{\s*["}]|\[\s*[[{"\]])/.test(text)
}

/** Whether rows come from a picture or a program. Its control characters are not in any text. */
export function isBinary(rows: readonly Row[]): boolean {
  return rows.slice(0, 20).some(({ cells }) => cells.some(cell => /[^\P{Cc}\s]/u.test(cell)))
}

function listIn(text: string): object[] | null {
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) ? found : null
  } catch {
    return null
  }
}

/** The rows that are not empty. Detects commas, semicolons, tabs and bars as delimiters, and handles quotes. */
export function parseCsv(text: string): Row[] {
  // A file in UTF-16 without a mark has a NUL beside each letter, and texts can't contain one.
  const table = text.replace(/^\ufeff/, '').replaceAll('\0', '')
  // Skips empty rows only while guessing, because they count in the row numbers.
  const { meta } = Papa.parse(table, {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
    preview: 20
  })
  const { data } = Papa.parse<string[]>(table, { delimiter: meta.delimiter })
  return data
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
}
