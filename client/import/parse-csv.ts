/** Reads a file of rows, whatever its delimiter and encoding are. */
import Papa from 'papaparse'
import type { Row } from '../../domain/import/file.ts'

/** More would keep the browser busy for seconds. */
export const MOST_BYTES = 10_000_000
export const MOST_ROWS = 50_000

/** The text of a file: UTF-8 or UTF 16, and what older spreadsheets write. */
export function decode(bytes: Uint8Array<ArrayBuffer>): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (isUtf16) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Its rows without empty ones. Commas, semicolons and tabs are told apart, quotes and line breaks in them are kept. */
export function parseCsv(text: string): Row[] {
  const table = text.replace(/^\ufeff/, '')
  // Empty rows would mislead the guess, but they count where a row is named by its number.
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
