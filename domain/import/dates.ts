/**
 * Parses dates and times in the formats of other programs.
 *
 * The rule that surprises: 3/4/2026 may be in March or April. One value in the file that allows only one reading decides
 * for the whole file. Without such a value the page asks the person.
 */
import { type Day, instantAt } from '../lib/day.ts'
import { day } from '../lib/day-fields.ts'

export type DateOrder = 'day first' | 'month first'

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
