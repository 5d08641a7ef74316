/** A whole file of logs: how it is read unless told, what each of its rows says, and in which parts it is sent. */
import type { Calendar } from '../days/day.ts'
import { type ImportedLog, MOST_AT_ONCE } from './api.ts'
import { choose, type Field, guessMapping, hasNames, type Mapping, unitInName } from './columns.ts'
import { type Reading, type ReadLog, readLine } from './line.ts'
import {
  type DateOrder,
  type DistanceUnit,
  type DurationUnit,
  guessDateOrder,
  guessDecimalMark,
  parseWhen
} from './values.ts'

export interface Row {
  /** From 1 on, with empty rows, as a spreadsheet numbers them. */
  number: number
  cells: readonly string[]
}

/** What a person chooses about a file. */
export interface Choices {
  /** Whether the first row has the names of the columns. */
  isNamed: boolean
  mapping: Mapping
  /** Null as long as it is as the file tells. */
  order: DateOrder | null
  durations: DurationUnit
  distances: DistanceUnit
}

/** What is probably meant. */
export function firstChoices(rows: readonly Row[]): Choices {
  const header = rows[0]?.cells ?? []
  const isNamed = hasNames(header)
  const named = isNamed ? guessMapping(header) : header.map(() => null)
  const mapping = withDates(named, isNamed ? rows.slice(1) : rows)
  const unitOf = (field: Field) => {
    const name = header[mapping.indexOf(field)] ?? ''
    return unitInName(name) || name.trim().toLowerCase()
  }
  const [duration, distance] = [unitOf('duration'), unitOf('distance')]
  return {
    isNamed,
    mapping,
    order: null,
    durations: /^(m|min|mins|minutes?)$/.test(duration)
      ? 'minutes'
      : /^(h|hrs?|hours?)$/.test(duration)
        ? 'hours'
        : 'seconds',
    distances: /^(km|kilomet(er|re)s?)$/.test(distance) ? 'kilometers' : 'miles'
  }
}

/** Rows that tell which column has the dates. */
const SAMPLE = 20

/** Where no name says which column has the date, as in another language: the first one that has dates alone. */
function withDates(mapping: Mapping, rows: readonly Row[]): Mapping {
  if (mapping.includes('date')) return mapping
  const sample = rows.slice(0, SAMPLE)
  const hasDates = (column: number): boolean => {
    const cells = sample.map(row => row.cells[column] ?? '').filter(cell => cell.trim() !== '')
    const { order } = guessDateOrder(cells)
    return cells.length > 0 && cells.every(cell => parseWhen(cell, order, 'UTC') !== null)
  }
  const column = mapping.findIndex((field, index) => field === null && hasDates(index))
  return column < 0 ? mapping : choose(mapping, column, 'date')
}

export interface ReadFile {
  logs: { row: number; log: ReadLog }[]
  wrong: { row: number; problems: string[] }[]
  /** What the file does not tell. */
  unsure: { order: boolean; durations: boolean; distances: boolean }
}

/**
 * What each row says. The dates of a file whose day and month nothing tells apart are read with the month first.
 * @param now in ms since 1970
 */
export function readFile(rows: readonly Row[], choices: Choices, calendar: Calendar, now: number): ReadFile {
  const lines = choices.isNamed ? rows.slice(1) : rows
  const cellsOf = (field: Field): string[] => {
    const column = choices.mapping.indexOf(field)
    return column < 0 ? [] : lines.map(({ cells }) => cells[column] ?? '')
  }
  const dates = guessDateOrder([...cellsOf('date'), ...cellsOf('day')])
  const [durations, distances] = [cellsOf('duration'), cellsOf('distance')]
  const reading: Reading = {
    ...choices,
    order: choices.order ?? dates.order,
    mark: guessDecimalMark([...cellsOf('amount'), ...distances, ...durations.filter(cell => !cell.includes(':'))])
  }
  const read = lines.map(({ number, cells }) => ({ row: number, line: readLine(cells, reading, calendar, now) }))
  return {
    logs: read.flatMap(({ row, line }) => (line.ok ? [{ row, log: line.log }] : [])),
    wrong: read.flatMap(({ row, line }) => (line.ok ? [] : [{ row, problems: line.problems }])),
    unsure: {
      order: !dates.sure,
      durations: durations.some(cell => /^[\d.,]*[1-9][\d.,]*$/.test(cell.trim())),
      distances: distances.some(cell => /^[\d.,]*[1-9][\d.,]*$/.test(cell.trim()))
    }
  }
}

/** What logs are done for: a goal by its name, or by what is done where a file has no goals. '' for nothing. */
function aimOf({ goal, action }: Pick<ReadLog, 'goal' | 'action'>): string {
  return goal || action
}

export interface Aim {
  name: string
  action: string
  unit: string
  logs: number
}

/** What the logs of a file are done for, the most frequent first. */
export function aimsOf(logs: readonly ReadLog[]): Aim[] {
  const aims = [...Map.groupBy(logs, aimOf)].flatMap(([name, ofAim]) => {
    const first = (field: 'action' | 'unit') => ofAim.find(log => log[field])?.[field] ?? ''
    return name ? [{ name, action: first('action'), unit: first('unit'), logs: ofAim.length }] : []
  })
  return aims.sort((one, other) => other.logs - one.logs)
}

/** Characters of one part: its bytes stay below the largest body, also where each takes four. */
const LONGEST_PART = 200_000

/** The logs of a file as they are sent, the earliest first, so that a list by number has them in their order. */
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
