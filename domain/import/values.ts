/**
 * Parses amounts, distances, durations and marks in the formats of other programs.
 *
 * The rule that surprises: 1,234 may be about a thousand or about one. One value in the file that allows only one
 * reading decides for the whole file.
 *
 * Units: durations are whole seconds, distances miles.
 */
import { isLikeFormula } from '../export/csv.ts'
import { toMiles } from '../lib/distance.ts'
import { parseDuration } from '../lib/duration.ts'
import { parseNumber } from '../lib/numbers.ts'
export type DecimalMark = '.' | ','
export const DURATION_UNITS = ['milliseconds', 'seconds', 'minutes', 'hours'] as const
export type DurationUnit = (typeof DURATION_UNITS)[number]
export const LENGTH_UNITS = ['miles', 'kilometers', 'meters', 'yards', 'feet'] as const
export type LengthUnit = (typeof LENGTH_UNITS)[number]

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
