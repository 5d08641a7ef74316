/** Reads a whole file of logs: guesses how to read it, turns its rows into logs, and splits those into calls. */

import { LOG_COLUMNS } from '../export/export.ts'
import type { Calendar } from '../lib/day.ts'
import { type ImportedLog, MOST_AT_ONCE } from './api.ts'
import { choose, type Field, guessMapping, HABIT, hasNames, type Mapping, unitInName } from './columns.ts'
import { type DateOrder, guessDateOrder, parseWhen } from './dates.ts'
import { countsRows, type Reading, type ReadLog, readLines } from './line.ts'
import {
  type DurationUnit,
  guessDecimalMark,
  type LengthUnit,
  lengthUnitOf,
  parseAmount,
  parseSeconds,
  readMark,
  timeUnitOf
} from './values.ts'

export interface Row {
  /** The row's number in a spreadsheet: from 1, counting empty rows. */
  number: number
  cells: readonly string[]
}

/** The person's choices about a file. */
export interface Choices {
  /** Whether the first row has the names of the columns. */
  isNamed: boolean
  mapping: Mapping
  /** Null to use the order that the dates of the file show. */
  order: DateOrder | null
  /** The unit of durations, and below of distances; null until the file or the person gives it. */
  durations: DurationUnit | null
  distances: LengthUnit | null
  /** The person's confirmation that each row was done once. It is needed when an ignored column may say otherwise. */
  rowsCount: boolean
}

/** Guesses the choices for a file. */
export function firstChoices(rows: readonly Row[]): Choices {
  const header = rows[0]?.cells ?? []
  const isNamed = hasNames(header)
  const lines = isNamed ? rows.slice(1) : rows
  const named = isNamed ? guessMapping(header) : header.map(() => null)
  const mapping = isNamed ? withMarks(withDates(named, lines), lines) : withDates(named, lines)
  const unitOf = (field: Field) => unitInName(header[mapping.indexOf(field)] ?? '')
  const isOurs = LOG_COLUMNS.every((name, column) => header[column] === name)
  return {
    isNamed,
    mapping,
    order: null,
    durations: isOurs ? 'seconds' : timeUnitOf(unitOf('duration')),
    distances: isOurs ? 'miles' : lengthUnitOf(unitOf('distance')),
    rowsCount: false
  }
}

/**
 * In a file without measures, maps the columns that say yes, no or a number. In a file with a goal or action column,
 * the first such column says whether it was done. In any other file each such column is a habit.
 */
function withMarks(mapping: Mapping, rows: readonly Row[]): Mapping {
  if (!mapping.includes('date') || !countsRows(mapping)) return mapping
  const cellsIn = (column: number) => rows.map(row => (row.cells[column] ?? '').trim()).filter(cell => cell !== '')
  const isFree = (column: number, fits: (cell: string) => boolean): boolean => {
    const cells = mapping[column] === null ? cellsIn(column) : []
    return cells.length > 0 && cells.every(fits)
  }
  const isMark = (cell: string) => readMark(cell) !== null
  if (mapping.includes('goal') || mapping.includes('action')) {
    const column = mapping.findIndex((_, index) => isFree(index, cell => isMark(cell) || /^[01]$/.test(cell)))
    return column < 0 ? mapping : choose(mapping, column, 'done')
  }
  const isHabit = (cell: string) =>
    isMark(cell) || typeof parseAmount(cell, '.') === 'number' || typeof parseSeconds(cell, '.', 'hours') === 'number'
  return mapping.map((field, column) => (isFree(column, isHabit) ? HABIT : field))
}

/** How many rows are checked for dates. */
const SAMPLE = 20

/** Without a known name for the date, as in another language, maps the first column whose cells are all dates. */
function withDates(mapping: Mapping, rows: readonly Row[]): Mapping {
  if (mapping.includes('date')) return mapping
  const sample = rows.slice(0, SAMPLE)
  const hasDates = (column: number): boolean => {
    const cells = sample.map(row => row.cells[column] ?? '').filter(cell => cell.trim() !== '')
    const { order } = guessDateOrder(cells)
    // A column of plain numbers may be amounts, although a spreadsheet also writes dates as numbers.
    const isNumbers = cells.every(cell => !Number.isNaN(Number(cell.replace(',', '.'))))
    return cells.length > 0 && !isNumbers && cells.every(cell => parseWhen(cell, order, 'UTC') !== null)
  }
  const column = mapping.findIndex((field, index) => field === null && hasDates(index))
  return column < 0 ? mapping : choose(mapping, column, 'date')
}

export interface ReadFile {
  /** The logs, with the row that each comes from. */
  logs: { row: number; log: ReadLog }[]
  wrong: { row: number; problems: string[] }[]
  /** Cells that mean "not done", such as "no" or "0", and how often they occur; the most frequent first. */
  nothing: { said: string; times: number }[]
  /** The questions that the file leaves open: the order of dates, the units, and whether each row was done once. */
  unsure: { order: boolean; durations: boolean; distances: boolean; rows: boolean }
  /** Indexes of columns that are left out although they have content. */
  ignored: number[]
}

/**
 * Reads all rows of a file. If nothing shows whether the day or the month comes first, it reads dates with the month
 * first.
 * @param now in ms since 1970
 */
export function readFile(rows: readonly Row[], choices: Choices, calendar: Calendar, now: number): ReadFile {
  const header = choices.isNamed ? (rows[0]?.cells ?? []) : []
  const lines = choices.isNamed ? rows.slice(1) : rows
  const { mapping } = choices
  const cellsIn = (column: number): string[] => lines.map(({ cells }) => cells[column] ?? '')
  const cellsOf = (field: Mapping[number]): string[] =>
    mapping.flatMap((each, column) => (each === field && field !== null ? cellsIn(column) : []))
  const dates = guessDateOrder([...cellsOf('date'), ...cellsOf('day')])
  const [durations, distances] = [cellsOf('duration'), cellsOf('distance')]
  const withoutClocks = [...durations, ...cellsOf(HABIT)].filter(cell => !cell.includes(':'))
  const reading: Reading = {
    mapping,
    order: choices.order ?? dates.order,
    mark: guessDecimalMark([...cellsOf('amount'), ...distances, ...withoutClocks]),
    durations: choices.durations ?? 'seconds',
    distances: choices.distances ?? 'miles',
    unit: unitInName(header[mapping.indexOf('amount')] ?? '')
  }
  const read = lines.flatMap(({ number, cells }) =>
    readLines(cells, header, reading, calendar, now).map(line => ({ row: number, line }))
  )
  const ignored = mapping.flatMap((field, column) =>
    field === null && cellsIn(column).some(cell => cell.trim() !== '') ? [column] : []
  )
  return {
    logs: read.flatMap(({ row, line }) => (line.ok ? [{ row, log: line.log }] : [])),
    wrong: read.flatMap(({ row, line }) => ('problems' in line ? [{ row, problems: line.problems }] : [])),
    nothing: [...Map.groupBy(read, ({ line }) => ('nothing' in line ? line.nothing : null))]
      .flatMap(([said, all]) => (said === null ? [] : [{ said, times: all.length }]))
      .sort((one, other) => other.times - one.times),
    unsure: {
      order: !dates.sure,
      durations: durations.some(isBareNumber),
      distances: distances.some(isBareNumber),
      rows: countsRows(mapping) && ignored.length > 0
    },
    ignored
  }
}

/** Whether the person must still choose something, because the file can be read in several ways. */
export function needsChoices({ unsure }: ReadFile, { order, durations, distances, rowsCount }: Choices): boolean {
  return (
    (unsure.order && order === null) ||
    (unsure.durations && durations === null) ||
    (unsure.distances && distances === null) ||
    (unsure.rows && !rowsCount)
  )
}

function isBareNumber(cell: string): boolean {
  return /^[\d.,]*[1-9][\d.,]*$/.test(cell.trim())
}

/** Returns what a log is for: the name of its goal, else its action, else ''. */
export function aimOf({ goal, action }: Pick<ReadLog, 'goal' | 'action'>): string {
  return goal || action
}

export interface Aim {
  name: string
  action: string
  unit: string
  logs: number
}

/** Returns the goals or actions of logs, each with its number of logs; the most frequent first. */
export function aimsOf(logs: readonly ReadLog[]): Aim[] {
  const aims = [...Map.groupBy(logs, aimOf)].flatMap(([name, ofAim]) => {
    const first = (field: 'action' | 'unit') => ofAim.find(log => log[field])?.[field] ?? ''
    return name ? [{ name, action: first('action'), unit: first('unit'), logs: ofAim.length }] : []
  })
  return aims.sort((one, other) => other.logs - one.logs)
}

/** The most characters in one part. Even at four bytes per character it stays below the largest allowed body. */
const LONGEST_PART = 200_000

/**
 * Splits logs into the bodies of calls, the earliest log first, so that their ids follow their order in time.
 * @param goalOf returns the id of the goal chosen for a name (`aimOf`), or null
 */
export function partsOf(logs: readonly ReadLog[], goalOf: (aim: string) => number | null): ImportedLog[][] {
  const parts: ImportedLog[][] = []
  let length = Number.POSITIVE_INFINITY
  const keyOf = ({ day, at }: ReadLog) => `${day} ${at ?? ''}`
  for (const log of [...logs].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0
  )) {
    const { goal: _, unit: __, ...fields } = log
    const size = 300 + log.content.length + log.title.length
    let part = parts.at(-1)
    if (!part || part.length === MOST_AT_ONCE || length + size > LONGEST_PART) {
      part = []
      parts.push(part)
      length = 0
    }
    part.push({ ...fields, goal_id: goalOf(aimOf(log)) })
    length += size
  }
  return parts
}
