/**
 * Reads a line of a file as logs, or returns its problems.
 *
 * The rule that surprises: a line that says "no", "skip" or 0 gives no log, because nothing was done.
 */
import { type Calendar, type Day, dayOf } from '../lib/day.ts'
import { MONTH, spokenDuration } from '../lib/duration.ts'
import { MAX_QUANTITY } from '../lib/fields.ts'
import { numberText } from '../lib/numbers.ts'
import { type Field, HABIT, type Mapping, nameWithoutUnit, unitInName } from './columns.ts'
import { type DateOrder, parseWhen } from './dates.ts'
import {
  type DecimalMark,
  type DurationUnit,
  type LengthUnit,
  lengthUnitOf,
  parseAmount,
  parseDistance,
  parseSeconds,
  readMark,
  readText,
  timeUnitOf
} from './values.ts'

/** How to read the cells of a file. */
export interface Reading {
  mapping: Mapping
  order: DateOrder
  mark: DecimalMark
  durations: DurationUnit
  distances: LengthUnit
  /** The unit of amounts when the line has none. */
  unit: string
}

export interface ReadLog {
  /** When it was done, ISO 8601; null when the file has only a day. */
  at: string | null
  day: Day
  /** The goal's name; '' without a goal. */
  goal: string
  action: string
  unit: string
  amount: number | null
  distance: number | null
  /** Seconds. */
  duration: number | null
  title: string
  content: string
}

/** `nothing` is the cell that means "not done", such as "skip" or "0". */
export type ReadLine = { ok: true; log: ReadLog } | { ok: false; problems: string[] } | { ok: false; nothing: string }

const MEASURES = ['amount', 'distance', 'duration'] as const
const LONGEST = { goal: 255, action: 100, unit: 50, title: 255, content: 10_000 } as const

/**
 * Reads a line as one log (LOG-28). In a file that has only dates and names, as habit trackers write, each line counts
 * once.
 * @param now in ms since 1970
 * @internal
 */
export function readLine(cells: readonly string[], reading: Reading, calendar: Calendar, now: number): ReadLine {
  const problems: string[] = []
  const raw = (field: Field): string => cells[reading.mapping.indexOf(field)] ?? ''
  const cell = (field: Field): string => raw(field).trim()
  const words = (field: keyof typeof LONGEST): string => {
    const text = readText(raw(field))
    if (text.length > LONGEST[field]) problems.push(`${LABELS[field]}: use at most ${LONGEST[field]} characters.`)
    return text
  }
  const number = (field: (typeof MEASURES)[number], value: number | null | undefined): number | null => {
    const most = field === 'duration' ? MONTH : MAX_QUANTITY
    const limit = field === 'duration' ? spokenDuration(most) : numberText(most)
    if (value === undefined) problems.push(`${LABELS[field]}: “${cell(field)}” can’t be read.`)
    else if (value !== null && value < 0) problems.push(`${LABELS[field]}: it can’t be negative.`)
    else if (value !== null && value > most) problems.push(`${LABELS[field]}: at most ${limit}.`)
    else return value
    return null
  }
  const markOf = (field: 'amount' | 'done') => readMark(cell(field))
  const when = whenOf(cell('date'), cell('day'), reading.order, calendar, now)
  if ('problem' in when) problems.push(when.problem)
  if (cell('done') && markOf('done') === null && !/^[\d.,]+$/.test(cell('done')))
    problems.push(`${LABELS.done}: “${cell('done')}” can’t be read.`)
  const isMarked = markOf('amount') !== null
  const log = {
    goal: words('goal').trim(),
    action: words('action').trim(),
    unit: words('unit').trim() || reading.unit,
    amount: isMarked ? null : number('amount', parseAmount(cell('amount'), reading.mark)),
    distance: number('distance', parseDistance(cell('distance'), reading.mark, reading.distances)),
    // Our own export writes 0 for a log without a duration.
    duration: number('duration', parseSeconds(cell('duration'), reading.mark, reading.durations)) || null,
    title: words('title'),
    content: words('content')
  }
  if (problems.length > 0 || 'problem' in when) return { ok: false, problems }
  const isMeasured = MEASURES.some(field => log[field])
  const nothing = saidNothing(reading, cell, isMeasured, log)
  if (nothing !== null) return { ok: false, nothing }
  const isDone = markOf('amount') === 'done' || reading.mapping.includes('done') || countsRows(reading.mapping)
  const isSaid = isMeasured || log.title.trim() !== '' || log.content.trim() !== ''
  if (!isSaid && !isDone) return { ok: false, problems: ['It has no amount, distance, time or text.'] }
  const once = markOf('amount') === 'done' || (isDone && !isMeasured)
  return { ok: true, log: { ...log, ...when, amount: once ? 1 : log.amount } }
}

/** Reads a line as logs: one for each habit column, or one for the whole line when there are no habit columns. */
export function readLines(
  cells: readonly string[],
  header: readonly string[],
  reading: Reading,
  calendar: Calendar,
  now: number
): ReadLine[] {
  const habits = reading.mapping.flatMap((field, column) => (field === HABIT ? [column] : []))
  if (habits.length === 0) return [readLine(cells, reading, calendar, now)]
  const mapping = reading.mapping.map(field => (field === 'date' || field === 'day' ? field : null))
  return habits.flatMap((column): ReadLine[] => {
    const cell = (cells[column] ?? '').trim()
    if (cell === '') return []
    const name = header[column]?.trim() || `Column ${column + 1}`
    const unit = unitInName(name)
    const [length, time] = [unit === 'm' ? null : lengthUnitOf(unit), timeUnitOf(unit)]
    const field = length || isLength(cell) ? 'distance' : (time && unit !== 'm') || isTime(cell) ? 'duration' : 'amount'
    const measure = readMark(cell) === null ? field : 'amount'
    const line = readLine(
      [...mapping.map((_, index) => cells[index] ?? ''), nameWithoutUnit(name), cell],
      {
        ...reading,
        mapping: [...mapping, 'goal', measure],
        distances: length ?? reading.distances,
        durations: time ?? reading.durations,
        unit: field === 'amount' ? unit : ''
      },
      calendar,
      now
    )
    return 'problems' in line ? [{ ...line, problems: line.problems.map(problem => `${name}: ${problem}`) }] : [line]
  })
}

/** Whether each line counts once, because no column has a measure, a yes-or-no mark or a habit. */
export function countsRows(mapping: Mapping): boolean {
  return !MEASURES.some(field => mapping.includes(field)) && !mapping.includes('done') && !mapping.includes(HABIT)
}

/** Returns the cell that says that nothing was done; null when something was done. */
function saidNothing(
  { mapping }: Reading,
  cell: (field: Field) => string,
  isMeasured: boolean,
  log: { amount: number | null; distance: number | null }
): string | null {
  const done = cell('done')
  if (mapping.includes('done') && (done === '' || readMark(done) === 'not done' || /^[0.,]+$/.test(done))) return done
  if (readMark(cell('amount')) === 'not done') return cell('amount')
  if (isMeasured || readMark(done) === 'done' || readMark(cell('amount')) === 'done') return null
  return log.amount === 0 || log.distance === 0 ? '0' : null
}

/** Whether a cell is a length such as "5 km". Not "5 m", which may be minutes. */
function isLength(cell: string): boolean {
  const [, unit = ''] = /^[\d.,\s]+([a-z]+)$/i.exec(cell) ?? []
  return unit.toLowerCase() !== 'm' && lengthUnitOf(unit) !== null
}

/** Whether a cell is a time such as "1:30", "20 min" or "1h 30m". Not "5m", which may be meters. */
function isTime(cell: string): boolean {
  const isAmbiguous = /^[\d.,\s]+m$/i.test(cell)
  return (
    /^\d+:\d\d/.test(cell) ||
    (!isAmbiguous && /^(?:[\d.,]+\s*(?:ms|s|sec|m|min|h|hr|d|minutes?|hours?|seconds?)\s*)+$/i.test(cell))
  )
}

/** The names of the fields on the page and in problems. */
export const LABELS: Record<Field, string> = {
  date: 'Date',
  day: 'Day, if different',
  goal: 'Goal',
  action: 'Action',
  amount: 'Amount',
  done: 'Done or not',
  unit: 'Unit',
  distance: 'Distance',
  duration: 'Duration',
  title: 'Title',
  content: 'Text'
}

type Found = { at: string | null; day: Day } | { problem: string }

/** @param dayCell the day that it counts for, when it differs from that of the date; may be empty */
function whenOf(dateCell: string, dayCell: string, order: DateOrder, calendar: Calendar, now: number): Found {
  if (!dateCell) return { problem: 'Date: it’s missing.' }
  const when = parseWhen(dateCell, order, calendar.time_zone)
  if (!when) return { problem: `Date: “${dateCell}” can’t be read.` }
  const named = dayCell ? parseWhen(dayCell, order, calendar.time_zone) : null
  if (dayCell && !(named && 'day' in named)) return { problem: `Day: “${dayCell}” can’t be read.` }
  const day = named && 'day' in named ? named.day : 'day' in when ? when.day : dayOf(when.at, calendar)
  if (day > dayOf(now, calendar) || ('at' in when && when.at > now)) return { problem: 'Date: it’s in the future.' }
  return { day, at: 'at' in when ? new Date(when.at).toISOString() : null }
}
