/**
 * A line of a file as logs, or what is wrong with it.
 *
 * The rule that surprises: a line that says "no", "skip" or 0 is no log. An import never invents what nobody did.
 */
import { type Calendar, type Day, dayOf } from '../days/day.ts'
import { MONTH, spokenDuration } from '../lib/duration.ts'
import { MAX_QUANTITY } from '../lib/fields.ts'
import { numberText } from '../lib/numbers.ts'
import { type Field, HABIT, type Mapping, nameWithoutUnit, unitInName } from './columns.ts'
import {
  type DateOrder,
  type DecimalMark,
  type DurationUnit,
  type LengthUnit,
  lengthUnitOf,
  parseAmount,
  parseDistance,
  parseSeconds,
  parseWhen,
  readMark,
  readText,
  timeUnitOf
} from './values.ts'

/** How the cells of a file are read. */
export interface Reading {
  mapping: Mapping
  order: DateOrder
  mark: DecimalMark
  durations: DurationUnit
  distances: LengthUnit
  /** What amounts are of, where no cell names it. */
  unit: string
}

export interface ReadLog {
  /** When it was done, ISO 8601; null where the file has the day alone. */
  at: string | null
  day: Day
  /** By its name; '' for none. */
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

/** `nothing` is what a line says that is no log, such as "skip" or "0". */
export type ReadLine = { ok: true; log: ReadLog } | { ok: false; problems: string[] } | { ok: false; nothing: string }

const MEASURES = ['amount', 'distance', 'duration'] as const
const LONGEST = { goal: 255, action: 100, unit: 50, title: 255, content: 10_000 } as const

/**
 * What a line says (LOG-28). A file that only says when and what, as habit trackers write, counts each line once.
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
    if (value === undefined) problems.push(`${LABELS[field]}: “${cell(field)}” cannot be read.`)
    else if (value !== null && value < 0) problems.push(`${LABELS[field]}: it cannot be negative.`)
    else if (value !== null && value > most) problems.push(`${LABELS[field]}: at most ${limit}.`)
    else return value
    return null
  }
  const markOf = (field: 'amount' | 'done') => readMark(cell(field))
  const when = whenOf(cell('date'), cell('day'), reading.order, calendar, now)
  if ('problem' in when) problems.push(when.problem)
  if (cell('done') && markOf('done') === null && !/^[\d.,]+$/.test(cell('done')))
    problems.push(`${LABELS.done}: “${cell('done')}” cannot be read.`)
  const isMarked = markOf('amount') !== null
  const log = {
    goal: words('goal').trim(),
    action: words('action').trim(),
    unit: words('unit').trim() || reading.unit,
    amount: isMarked ? null : number('amount', parseAmount(cell('amount'), reading.mark)),
    distance: number('distance', parseDistance(cell('distance'), reading.mark, reading.distances)),
    // Our own export writes 0 where no time was taken.
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

/** A log for each habit of a line, where a column is a habit; else the one log of the line. */
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

/** Whether each line counts once, as in a file that only says when and what. */
export function countsRows(mapping: Mapping): boolean {
  return !MEASURES.some(field => mapping.includes(field)) && !mapping.includes('done') && !mapping.includes(HABIT)
}

/** What a line says where it says that nothing was done; null where it does not. */
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

/** "5 km"; "5 m" may be minutes. */
function isLength(cell: string): boolean {
  const [, unit = ''] = /^[\d.,\s]+([a-z]+)$/i.exec(cell) ?? []
  return unit.toLowerCase() !== 'm' && lengthUnitOf(unit) !== null
}

/** "1:30", "20 min" or "1h 30m"; "5m" may be meters. */
function isTime(cell: string): boolean {
  const isAmbiguous = /^[\d.,\s]+m$/i.test(cell)
  return (
    /^\d+:\d\d/.test(cell) ||
    (!isAmbiguous && /^(?:[\d.,]+\s*(?:ms|s|sec|m|min|h|hr|d|minutes?|hours?|seconds?)\s*)+$/i.test(cell))
  )
}

/** What the fields are called where people read of them. */
export const LABELS: Record<Field, string> = {
  date: 'Date',
  day: 'Day, where it is another',
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

/** @param dayCell the day that it counts for, where that is not the one of the date */
function whenOf(dateCell: string, dayCell: string, order: DateOrder, calendar: Calendar, now: number): Found {
  if (!dateCell) return { problem: 'Date: it is missing.' }
  const when = parseWhen(dateCell, order, calendar.time_zone)
  if (!when) return { problem: `Date: “${dateCell}” cannot be read.` }
  const named = dayCell ? parseWhen(dayCell, order, calendar.time_zone) : null
  if (dayCell && !(named && 'day' in named)) return { problem: `Day: “${dayCell}” cannot be read.` }
  const day = named && 'day' in named ? named.day : 'day' in when ? when.day : dayOf(when.at, calendar)
  if (day > dayOf(now, calendar) || ('at' in when && when.at > now)) return { problem: 'Date: it has not come yet.' }
  return { day, at: 'at' in when ? new Date(when.at).toISOString() : null }
}
