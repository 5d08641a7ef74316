/**
 * What stands in the cells of a file of logs, as other programs write it.
 *
 * The rule that surprises: 3/4/2026 may be in March or in April, and 1,234 may be a thousand or little more than one. The
 * whole file tells, by a value that can be read in one way only. Where none does, the person is asked about dates.
 *
 * Units: durations are whole seconds, distances miles.
 */

import { type Day, day, instantAt } from '../days/day.ts'
import { isLikeFormula } from '../export/csv.ts'
import { toMiles } from '../lib/distance.ts'
import { parseDuration } from '../lib/duration.ts'
import { parseNumber } from '../lib/numbers.ts'

export type DateOrder = 'day first' | 'month first'
export type DecimalMark = '.' | ','
export const DURATION_UNITS = ['milliseconds', 'seconds', 'minutes', 'hours'] as const
export type DurationUnit = (typeof DURATION_UNITS)[number]
export const LENGTH_UNITS = ['miles', 'kilometers', 'meters', 'yards', 'feet'] as const
export type LengthUnit = (typeof LENGTH_UNITS)[number]

/** When something was done: a day, or an instant in ms since 1970. */
export type When = { day: Day } | { at: number }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
const DAY_AND_NAME = /^(\d{1,2})[. -]+([a-z]{3,9})\.?[, -]+(\d{4})$/
const NAME_AND_DAY = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/
const TIME = /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(am|pm)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +/

/** In which order the dates of a file have day and month; `sure` when one of them can be read in one way only. */
export function guessDateOrder(cells: readonly string[]): { order: DateOrder; sure: boolean } {
  let unsure = false
  for (const cell of cells) {
    const [, first, mark, second] = YEAR_LAST.exec(dateIn(cell)) ?? []
    if (!first || !second) continue
    // Nobody writes the month first with dots.
    if (Number(first) > 12 || mark === '.') return { order: 'day first', sure: true }
    if (Number(second) > 12) return { order: 'month first', sure: true }
    if (Number(first) !== Number(second)) unsure = true
  }
  return { order: 'month first', sure: !unsure }
}

/** A date or a date with a time; without an offset it is the time on the wall in that zone. Null for anything else. */
export function parseWhen(cell: string, order: DateOrder, timeZone: string): When | null {
  const text = cell.trim()
  const time = TIME.exec(text)
  const date = dayIn(dateIn(text), order)
  if (date === null) return null
  if (!time) return { day: date }
  const wall = Date.parse(date) + clockTime(time)
  if (Number.isNaN(wall)) return null
  const offset = time[5]
  return { at: offset ? wall - offsetOf(offset) : instantAt(wall, timeZone) }
}

/** Which mark the numbers of a file have before their decimals. */
export function guessDecimalMark(cells: readonly string[]): DecimalMark {
  const isComma = cells.some(
    cell => /^-?\d*,(\d{1,2}|\d{4,})\D*$/.test(cell.trim()) || /\.\d{3}(,\d|\.\d{3})/.test(cell)
  )
  const isDot = cells.some(cell => /\.(\d{1,2}|\d{4,})\D*$/.test(cell.trim()))
  return isComma && !isDot ? ',' : '.'
}

/** A number of a file, three decimals kept unless told; null for an empty cell, undefined for what is none. */
export function parseAmount(cell: string, mark: DecimalMark, decimals = 3): number | null | undefined {
  const text = cell.trim()
  const parsed = parseNumber(mark === ',' ? text.replaceAll('.', '').replace(',', '.') : text, decimals)
  return parsed.ok ? parsed.number : undefined
}

/**
 * Whether a cell says in words that something was done or that it was not; null for anything else, such as "x", which is
 * a tick to some and a cross to others.
 */
export function readMark(cell: string): 'done' | 'not done' | null {
  const word = cell.trim().toLowerCase().replaceAll('_', ' ')
  if (DONE.has(word)) return 'done'
  return NOT_DONE.has(word) ? 'not done' : null
}

const DONE = new Set(
  ['yes', 'y', 'true', 'done', 'completed', 'complete', 'checked', 'success', '✓', '✔', '✔️', '✅', '☑'].concat(
    'yes manual'
  )
)
/** "YES_AUTO" is a day that a tracker takes for done though nothing was. */
const NOT_DONE = new Set([
  ...['no', 'n', 'false', 'skip', 'skipped', 'unknown', 'none', 'missed', 'fail', 'failed', 'not done', 'undone'],
  ...['incomplete', 'not completed', 'pending', 'unchecked', 'yes auto', 'n/a', '-', '–', '—', '✗', '✘', '❌', '☐']
])

/** The unit that a name or a cell names, such as "km"; null for one that is none. "m" is a meter here. */
export function lengthUnitOf(text: string): LengthUnit | null {
  const unit = text.toLowerCase()
  if (/^(mi|miles?)$/.test(unit)) return 'miles'
  if (/^(kms?|kilomet(er|re)s?)$/.test(unit)) return 'kilometers'
  if (/^(m|met(er|re)s?)$/.test(unit)) return 'meters'
  if (/^(yds?|yards?)$/.test(unit)) return 'yards'
  return /^(ft|foot|feet)$/.test(unit) ? 'feet' : null
}

/** The same of a time. "m" is a minute here. */
export function timeUnitOf(text: string): DurationUnit | null {
  const unit = text.toLowerCase()
  if (/^(ms|msecs?|milliseconds?)$/.test(unit)) return 'milliseconds'
  if (/^(s|secs?|seconds?)$/.test(unit)) return 'seconds'
  if (/^(m|mins?|minutes?)$/.test(unit)) return 'minutes'
  return /^(h|hrs?|hours?)$/.test(unit) ? 'hours' : null
}

/** Miles; a unit in the cell itself counts. Null for an empty cell, undefined for what is no distance. */
export function parseDistance(cell: string, mark: DecimalMark, unit: LengthUnit): number | null | undefined {
  const [, number = '', own = ''] = /^(.*?)\s*([a-z]*)$/i.exec(cell.trim()) ?? []
  const named = own === '' ? unit : lengthUnitOf(own)
  // Our own export writes kilometres as miles with twelve decimals.
  const amount = parseAmount(number, mark, 12)
  if (named === null) return undefined
  if (typeof amount !== 'number') return amount
  return named === 'miles' ? amount : toMiles(amount * KILOMETERS[named], 'km')
}

const KILOMETERS: Record<Exclude<LengthUnit, 'miles'>, number> = {
  kilometers: 1,
  meters: 0.001,
  yards: 0.0009144,
  feet: 0.0003048
}

const SECONDS: Record<DurationUnit, number> = { milliseconds: 0.001, seconds: 1, minutes: 60, hours: 3600 }

/**
 * Whole seconds of "1:30:00", "1 h 30 min", or of a number in that unit. "1:30" is a minute and a half, but in a file in
 * hours an hour and a half. Null for an empty cell, undefined for what is no duration.
 */
export function parseSeconds(cell: string, mark: DecimalMark, unit: DurationUnit): number | null | undefined {
  const text = cell.trim()
  if (text === '') return null
  const clock = /^(?:(\d+):)?(\d+):([0-5]\d)(?:[.,]\d+)?$/.exec(text)
  if (clock) {
    const [, hours, high = '0', low = '0'] = clock
    const whole = Number(high) * 60 + Number(low)
    return hours === undefined && unit === 'hours' ? whole * 60 : Number(hours ?? 0) * 3600 + whole
  }
  const amount = parseAmount(text, mark)
  if (typeof amount === 'number') return Math.round(amount * SECONDS[unit])
  const parsed = parseDuration(mark === ',' ? text.replace(',', '.') : text)
  return parsed.ok ? parsed.seconds : undefined
}

/** A text of a file. Our own export puts an apostrophe before what a spreadsheet would run (domain/export/csv.ts). */
export function readText(cell: string): string {
  return cell.startsWith("'") && isLikeFormula(cell) ? cell.slice(1) : cell
}

/** What is left without a time and the name of a weekday. */
function dateIn(cell: string): string {
  return cell.trim().replace(TIME, '').trim().toLowerCase().replace(WEEKDAY, '')
}

function dayIn(text: string, order: DateOrder): Day | null {
  const [, year, month, date] = YEAR_FIRST.exec(text) ?? []
  if (year) return valid(year, Number(month), Number(date))
  const last = YEAR_LAST.exec(text)
  if (last) {
    const [, first, mark, second, year = ''] = last
    const isDayFirst = order === 'day first' || mark === '.'
    const [date, month] = isDayFirst ? [first, second] : [second, first]
    return valid(year.length === 2 ? `20${year}` : year, Number(month), Number(date))
  }
  const [, dayBefore, monthAfter, yearOf] = DAY_AND_NAME.exec(text) ?? []
  if (dayBefore) return valid(yearOf, monthNamed(monthAfter), Number(dayBefore))
  const [, monthBefore, dayAfter, yearAfter] = NAME_AND_DAY.exec(text) ?? []
  return dayAfter ? valid(yearAfter, monthNamed(monthBefore), Number(dayAfter)) : null
}

function monthNamed(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1
}

function valid(year = '', month: number, date: number): Day | null {
  const two = (value: number) => String(value).padStart(2, '0')
  const parsed = day.safeParse(`${year}-${two(month)}-${two(date)}`)
  return parsed.success ? parsed.data : null
}

/** Milliseconds since midnight; not a number for 25:00. */
function clockTime([, hour, minute, second = '0', half]: RegExpExecArray): number {
  const isHalf = half !== undefined
  const hours = (isHalf ? Number(hour) % 12 : Number(hour)) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  const isTime = hours < 24 && Number(minute) < 60 && Number(second) < 60 && !(isHalf && Number(hour) > 12)
  return isTime ? ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 : Number.NaN
}

function offsetOf(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}
