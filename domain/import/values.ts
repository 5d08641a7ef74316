/**
 * Parses the cells of a file of logs in the formats of other programs.
 *
 * The rule that surprises: 3/4/2026 may be in March or April, and 1,234 may be about a thousand or about one. One value
 * in the file that allows only one reading decides for the whole file. Without such a value the page asks the person
 * about dates.
 *
 * Units: durations are whole seconds, distances miles.
 */

import { isLikeFormula } from '../export/csv.ts'
import { type Day, day, instantAt } from '../lib/day.ts'
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

/** Guesses whether dates have the day or the month first. `sure` is false when every date with slashes allows both. */
export function guessDateOrder(cells: readonly string[]): { order: DateOrder; sure: boolean } {
  let unsure = false
  for (const cell of cells) {
    const [, first, mark, second] = YEAR_LAST.exec(dateIn(cell)) ?? []
    if (!first || !second) continue
    // A date with dots always has the day first.
    if (Number(first) > 12 || mark === '.') return { order: 'day first', sure: true }
    if (Number(second) > 12) return { order: 'month first', sure: true }
    if (Number(first) !== Number(second)) unsure = true
  }
  return { order: 'month first', sure: !unsure }
}

/**
 * Parses a date, with or without a time; null for anything else.
 * @param timeZone the zone of a time without an offset
 */
export function parseWhen(cell: string, order: DateOrder, timeZone: string): When | null {
  const text = cell.trim()
  const serial = serialIn(text)
  if (serial !== null)
    return serial % DAY_MS === 0
      ? { day: new Date(serial).toISOString().slice(0, 10) }
      : { at: instantAt(serial, timeZone) }
  const time = TIME.exec(text)
  const date = dayIn(dateIn(text), order)
  if (date === null) return null
  if (!time) return { day: date }
  const wall = Date.parse(date) + clockTime(time)
  if (Number.isNaN(wall)) return null
  const offset = time[5]
  return { at: offset ? wall - offsetOf(offset) : instantAt(wall, timeZone) }
}

const DAY_MS = 86_400_000
/** The days between the first day of Excel's count and 1970. */
const EXCEL_1970 = 25_569

/**
 * Reads a number that a spreadsheet shows as a date: the days since 30 December 1899, with the time of day as decimals.
 * Returns the wall clock's time in ms, rounded to seconds; null for any other text, and for days before 1990 or after
 * 2099, which are more likely amounts.
 */
function serialIn(text: string): number | null {
  if (!/^\d{5}([.,]\d+)?$/.test(text)) return null
  const days = Number(text.replace(',', '.'))
  return days < 32_874 || days >= 73_051 ? null : Math.round((days - EXCEL_1970) * 86_400) * 1000
}

/** Guesses the decimal mark of the numbers in a file. */
export function guessDecimalMark(cells: readonly string[]): DecimalMark {
  const isComma = cells.some(
    cell => /^-?\d*,(\d{1,2}|\d{4,})\D*$/.test(cell.trim()) || /\.\d{3}(,\d|\.\d{3})/.test(cell)
  )
  const isDot = cells.some(cell => /\.(\d{1,2}|\d{4,})\D*$/.test(cell.trim()))
  return isComma && !isDot ? ',' : '.'
}

/** Parses a number and rounds it to `decimals`; null for an empty cell, undefined for anything that is no number. */
export function parseAmount(cell: string, mark: DecimalMark, decimals = 3): number | null | undefined {
  const text = cell.trim()
  const parsed = parseNumber(mark === ',' ? text.replaceAll('.', '').replace(',', '.') : text, decimals)
  return parsed.ok ? parsed.number : undefined
}

/**
 * Returns whether a cell says "done" or "not done"; null for any other text. "x" gives null because some people mean a
 * tick and others a cross.
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
/** A tracker writes "YES_AUTO" for a day that it counts although nothing was done. */
const NOT_DONE = new Set([
  ...['no', 'n', 'false', 'skip', 'skipped', 'unknown', 'none', 'missed', 'fail', 'failed', 'not done', 'undone'],
  ...['incomplete', 'not completed', 'pending', 'unchecked', 'yes auto', 'n/a', '-', '–', '—', '✗', '✘', '❌', '☐']
])

/** Parses a unit of length such as "km"; null for an unknown unit. "m" is a meter. */
export function lengthUnitOf(text: string): LengthUnit | null {
  const unit = text.toLowerCase()
  if (/^(mi|miles?)$/.test(unit)) return 'miles'
  if (/^(kms?|kilomet(er|re)s?)$/.test(unit)) return 'kilometers'
  if (/^(m|met(er|re)s?)$/.test(unit)) return 'meters'
  if (/^(yds?|yards?)$/.test(unit)) return 'yards'
  return /^(ft|foot|feet)$/.test(unit) ? 'feet' : null
}

/** Parses a unit of time; null for an unknown unit. "m" is a minute. */
export function timeUnitOf(text: string): DurationUnit | null {
  const unit = text.toLowerCase()
  if (/^(ms|msecs?|milliseconds?)$/.test(unit)) return 'milliseconds'
  if (/^(s|secs?|seconds?)$/.test(unit)) return 'seconds'
  if (/^(m|mins?|minutes?)$/.test(unit)) return 'minutes'
  return /^(h|hrs?|hours?)$/.test(unit) ? 'hours' : null
}

/**
 * Parses a distance and returns miles; null for an empty cell, undefined for anything that is no distance.
 * @param unit the unit of a number without one
 */
export function parseDistance(cell: string, mark: DecimalMark, unit: LengthUnit): number | null | undefined {
  const [, number = '', own = ''] = /^(.*?)\s*([a-z]*)$/i.exec(cell.trim()) ?? []
  const named = own === '' ? unit : lengthUnitOf(own)
  // Our own export writes distances as miles with up to twelve decimals.
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
 * Parses "1:30:00", "1 h 30 min" or a number and returns whole seconds; null for an empty cell, undefined for anything
 * that is no duration. "1:30" is a minute and a half, but an hour and a half when the unit is hours.
 * @param unit the unit of a number without one
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

/**
 * Returns the text of a cell without the apostrophe that our export puts in front of formulas (domain/export/csv.ts).
 */
export function readText(cell: string): string {
  return cell.startsWith("'") && isLikeFormula(cell) ? cell.slice(1) : cell
}

/** Returns the cell in lower case, without its time and the name of a weekday. */
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

/** Returns milliseconds since midnight; NaN for an impossible time such as 25:00. */
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
