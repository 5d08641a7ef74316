/** Files of logs: any bytes are read without a failure, and each log that is read fits the contract of the import. */
import * as z from 'zod/mini'
import { decode, parseCsv } from '../client/import/parse-csv.ts'
import { importedLog } from '../domain/import/api.ts'
import { FIELDS, HABIT } from '../domain/import/columns.ts'
import { aimsOf, firstChoices, needsChoices, partsOf, readFile } from '../domain/import/file.ts'
import type { Dice } from './lib/dice.ts'
import type { PureTarget } from './lib/run.ts'
import { anyNumber, anyText } from './lib/values.ts'

const NOW = Date.UTC(2026, 2, 2, 9)
const CALENDAR = { time_zone: 'Europe/Berlin', day_start: 4 }
const NAMES = [
  ...[
    'Date',
    'date',
    'started at',
    'Day',
    'Habit',
    'Action',
    'Amount',
    'Quantity (km)',
    'Unit',
    'Distance (mi)',
    'Duration'
  ],
  ...['Time spent (h)', 'Title', 'Notes', 'Done', 'Water [ml]', '', '__proto__', 'Datum']
]
const CELLS = [
  ...[
    '2026-01-31',
    '31.01.2026',
    '1/2/26',
    '2026-01-31 10:00',
    '2026-01-31T10:00:00Z',
    '46053',
    '1 Jan 2026',
    '29.02.2025'
  ],
  ...[
    'yes',
    'no',
    'skip',
    '✓',
    'x',
    '0',
    '1',
    '1,5',
    '1.000,5',
    '1,000.5',
    '1:30',
    '1:30:00',
    '90 min',
    '5m',
    '1h 30m',
    '-3'
  ],
  ...['5 km', '3 mi', '', '', '=1+1', "'=1+1", '"', 'Read', '1e9', '∞', '٣']
]

export const csv: PureTarget<string> = {
  /** @returns bytes, each as one character, so that the corpus can keep them */
  make(dice) {
    const [cut, quote, end] = [
      dice.pick([',', ';', '\t', '|']),
      dice.pick(['', '', '"']),
      dice.pick(['\n', '\r\n', '\r'])
    ]
    const columns = 1 + dice.int(6)
    const row = (make: () => string) => Array.from({ length: columns }, () => quote + make() + quote).join(cut)
    const rows = dice.some(30, () => row(() => (dice.chance(0.85) ? dice.pick(CELLS) : oddCell(dice))))
    const text = [...(dice.chance(0.8) ? [row(() => dice.pick(NAMES))] : []), ...rows].join(end).slice(0, 20_000)
    const bytes = Buffer.from(
      dice.chance(0.2) ? `\ufeff${text}` : text,
      dice.pick(['utf8', 'utf8', 'utf16le', 'latin1'])
    )
    for (let changes = dice.pick([0, 0, 1, 5]); changes > 0; changes--) bytes[dice.int(bytes.length)] = dice.int(256)
    return bytes.toString('latin1')
  },
  check(file) {
    const rows = parseCsv(decode(new Uint8Array(Buffer.from(file, 'latin1'))))
    const first = firstChoices(rows)
    const width = rows[0]?.cells.length ?? 0
    const shifted = {
      ...first,
      mapping: Array.from({ length: width }, (_, at) => [...FIELDS, HABIT, null][at % 13] ?? null)
    }
    for (const choices of [first, { ...first, order: 'day' as const, isNamed: !first.isNamed }, shifted]) {
      const read = readFile(rows, choices as typeof first, CALENDAR, NOW)
      needsChoices(read, choices as typeof first)
      const logs = read.logs.map(({ log }) => log)
      aimsOf(logs)
      for (const log of partsOf(logs, () => null).flat()) {
        const { error } = z.safeParse(importedLog, log)
        if (error) return `${JSON.stringify(log)} is refused: ${JSON.stringify(error.issues).slice(0, 300)}`
      }
    }
    return null
  }
}

const oddCell = (dice: Dice): string => (dice.chance(0.5) ? String(anyNumber(dice)) : anyText(dice).slice(0, 300))
