/**
 * The data of one Beeminder goal: lines such as `2014 08 10 10 "a comment"` (help.beeminder.com, "What is my data?"), or
 * the fields of its datapoints as CSV or JSON (api.beeminder.com, "Datapoint resource"). The goal has the name of the file
 * unless the file names it.
 */
import type { Row } from '../file.ts'
import { nameOf, ownRow, type SourceFile, tableOf } from './source-file.ts'

const LINE = /^(\d{4}) (\d{1,2}) (\d{1,2}) (-?[\d.]+)(?: "(.*)")?$/

/** Returns the rows of datapoints, or null for other files. */
export function readBeeminder([file]: readonly SourceFile[]): Row[] | null {
  if (!file || file.rows.length === 0) return null
  return readLines(file) ?? readTable(file)
}

function readLines({ path, rows }: SourceFile): Row[] | null {
  // A comma in a comment splits a line into cells.
  const lines = rows.map(row => ({ row, found: LINE.exec(row.cells.join(',').trim()) }))
  if (!lines.every(({ found }) => found)) return null
  return lines.map(({ row, found }) => {
    const [, year, month, date, amount = '', content = ''] = found ?? []
    return ownRow(row, { date: `${year}-${month}-${date}`, goal: nameOf(path), amount, content })
  })
}

function readTable(file: SourceFile): Row[] | null {
  const { rows } = file
  const names = rows[0]?.cells.map(name => name.trim().toLowerCase()) ?? []
  if (!['daystamp', 'value', 'comment'].every(name => names.includes(name))) return null
  const { lines, cell } = tableOf({ ...file, rows: [{ number: 1, cells: names }, ...rows.slice(1)] })
  return lines.map(line => {
    const [time, day] = [timeOf(cell(line, 'timestamp')), dayOf(cell(line, 'daystamp'))]
    return ownRow(line, {
      ...{ date: time || day, day },
      goal: cell(line, 'goal') || nameOf(file.path),
      amount: cell(line, 'value'),
      content: cell(line, 'comment')
    })
  })
}

/** The API writes seconds since 1970. */
function timeOf(timestamp: string): string {
  return /^\d+$/.test(timestamp) ? new Date(Number(timestamp) * 1000).toISOString() : timestamp
}

/** Returns "2026-05-01" for "20260501". */
function dayOf(daystamp: string): string {
  return daystamp.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}
