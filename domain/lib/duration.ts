/**
 * Parses and formats durations and amounts.
 *
 * The rule that surprises: a number without a unit in a duration field is milliseconds, so "5" is 0 seconds (D-90). The
 * page rewrites the field after typing so that people notice.
 *
 * Units: durations are seconds, whole when parsed.
 */
import { numberText } from './numbers.ts'

/** 30 days in seconds: the longest session, duration or gap between parts. */
export const MONTH = 30 * 86_400

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

const PIECE = /([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*([a-z]*)[\s,]*/y

/** `seconds: null` means that the field is empty (BLD-34). */
export type ParsedDuration = { ok: true; seconds: number | null } | { ok: false; message: string }

/** Parses a text such as "1h 30m", in any order and case, and returns whole seconds (BLD-22..BLD-34). */
export function parseDuration(text: string): ParsedDuration {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: true, seconds: null }
  const lower = trimmed.toLowerCase()
  let total = 0
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < lower.length) {
    const piece = PIECE.exec(lower)
    const scale = piece && unitOf(piece[2] ?? '')
    const bare = piece?.[2] === '' && piece[0] !== lower
    if (!piece || !scale || bare) return { ok: false, message: `The value [${trimmed}] could not be parsed` }
    total += Number(piece[1]) * scale
  }
  // Rounds away errors of binary fractions: 4.35 s × 1000 must be 4350 ms, not 4349.99.
  const seconds = Math.floor(Math.round(total * 1000) / 1000 / SECOND)
  if (!(seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER)) {
    return { ok: false, message: `The value [${trimmed}] could not be parsed` }
  }
  return { ok: true, seconds }
}

/**
 * Guesses the seconds that a person means by a number without a unit, which the parser reads as milliseconds, or by
 * "1:30", which it refuses (D-137). The likeliest comes first. Empty for any other text.
 */
export function probableSeconds(text: string): number[] {
  const [, bare, high, low] = /^\s*(?:(\d+(?:\.\d+)?)|(\d+):([0-5]\d))\s*$/.exec(text) ?? []
  const meant = bare
    ? [60, 1, 3600].map(unit => Math.round(Number(bare) * unit))
    : high && low
      ? [60, 3600].map(unit => Number(high) * unit + (Number(low) * unit) / 60)
      : []
  return meant.filter(seconds => seconds > 0 && seconds <= MONTH)
}

/** Returns for example "1d 2h 3m 4s" with all units, even when they are 0, for the duration field (BLD-22). */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const days = Math.floor(whole / 86_400)
  return `${days}d ${Math.floor((whole % 86_400) / 3600)}h ${Math.floor((whole % 3600) / 60)}m ${whole % 60}s`
}

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's']
] as const

/** Returns an exact length without units that are 0: "3 min", "1 h 30 min", "2 h 15 min 30 s", "0 s" (D-137). */
export function lengthText(seconds: number): string {
  return lengthParts(seconds).join(' ')
}

/** Returns `lengthText` with at most two units, for small places such as cards and bars. */
export function shortDuration(seconds: number): string {
  return lengthParts(seconds).slice(0, 2).join(' ')
}

function lengthParts(seconds: number): string[] {
  let left = Math.max(0, Math.round(seconds))
  if (left === 0) return ['0 s']
  const parts: string[] = []
  for (const [size, unit] of UNITS) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts
}

/**
 * Formats a countdown: above a day as days, above an hour as hours, both rounded up; else as `mm:ss`, and `1:00:00` at
 * exactly an hour (TMR-16, TMR-17, D-97). Fractions of a second round up, so that it shows 00:01 until it is over.
 */
export function countdown(seconds: number): string {
  const left = upwards(seconds)
  if (left > 86_400) return plural(Math.ceil(left / 86_400), 'day')
  if (left > 3600) return plural(Math.ceil(left / 3600), 'hour')
  return clockFace(left)
}

/** Returns the exact time as `mm:ss`, from an hour on as `h:mm:ss`, for stopwatches and total times. */
export function clockFace(seconds: number): string {
  const left = upwards(seconds)
  const hours = Math.floor(left / 3600)
  const minutes = two(Math.floor((left % 3600) / 60))
  return hours > 0 ? `${hours}:${minutes}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`
}

/**
 * Returns a duration for screen readers: "2 hours 5 minutes", "less than a minute". It leaves seconds out, because they
 * would be read too often. Minutes round up.
 */
export function spokenDuration(seconds: number): string {
  const left = upwards(seconds)
  if (left < 60) return left === 0 ? 'no time' : 'less than a minute'
  const minutes = Math.ceil(left / 60)
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute']
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => plural(count, unit))
    .join(' ')
}

/** Returns "12 books" or "1 book" when there is a unit, else "12 times" (TMR-19, D-97). The unit should be a plural. */
export function amountText(amount: number, unit = ''): string {
  return unit.trim()
    ? `${numberText(amount)} ${amount === 1 ? singular(unit.trim()) : unit.trim()}`
    : plural(amount, 'time')
}

function unitOf(unit: string): number | null {
  if (unit === '' || unit === 'ms' || /^(msec|millisecond)s?$/.test(unit)) return 1
  if (/^s(ec(ond)?s?)?$/.test(unit)) return SECOND
  if (/^m(in(ute)?s?)?$/.test(unit)) return MINUTE
  if (/^h((ou)?rs?)?$/.test(unit)) return HOUR
  if (/^d(ays?)?$/.test(unit)) return DAY
  if (/^w((ee)?ks?)?$/.test(unit)) return 7 * DAY
  if (/^mo(nth)?s?$/.test(unit)) return 30 * DAY
  return /^y((ea)?rs?)?$/.test(unit) ? YEAR : null
}

function upwards(seconds: number): number {
  // Rounds to thousandths first, so that 60.0000001 s from a subtraction don't become 61.
  return seconds > 0 ? Math.ceil(Math.round(seconds * 1000) / 1000) : 0
}

/** Returns for example "1 mile", "2 miles" or "1,000 miles". */
export function plural(count: number, unit: string): string {
  return `${numberText(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** Returns the singular of a regular plural: "book" for "books". Other words stay as they are. */
function singular(unit: string): string {
  if (/[^aeiou]ies$/i.test(unit) && !/(?:calor|cook|mov|smooth|self)ies$/i.test(unit) && unit.length > 5)
    return unit.replace(/ies$/i, 'y')
  if (/(?:ss|sh|ch|x|zz)es$/i.test(unit)) return unit.slice(0, -2)
  return /[^siu]s$/i.test(unit) && unit.length > 3 ? unit.slice(0, -1) : unit
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
