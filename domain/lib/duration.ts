/**
 * Durations, distances and amounts as people type and read them.
 *
 * The rule that surprises: a bare number in a duration field is milliseconds, so "5" is 0 seconds (D-90); the field is
 * rewritten after typing so that this is seen.
 *
 * Units: durations are seconds, whole when parsed; distances miles.
 */
import { numberText } from './numbers.ts'

/** 30 days in seconds: the longest that a session, a duration or a distance between parts may be. */
export const MONTH = 30 * 86_400

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

const PIECE = /([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*([a-z]*)[\s,]*/y

/** `seconds: null` means that the field was emptied (BLD-34). */
export type ParsedDuration = { ok: true; seconds: number | null } | { ok: false; message: string }

/** Whole seconds of a text such as "1h 30m", in any order and case (BLD-22..BLD-34). */
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
  // Thousandths absorb what binary fractions lose: 4.35 s × 1000 is 4350 ms and not 4349.99.
  const seconds = Math.floor(Math.round(total * 1000) / 1000 / SECOND)
  if (!(seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER)) {
    return { ok: false, message: `The value [${trimmed}] could not be parsed` }
  }
  return { ok: true, seconds }
}

/**
 * What was probably meant by a number without a unit, which the parser reads as milliseconds, or by "1:30", which it
 * does not read (D-137): seconds, the likeliest first. Empty when the text says what it means.
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

/** "1d 2h 3m 4s"; every unit is there even when 0, as the field shows it (BLD-22). */
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

/** The shortest form of a length, exact: "3 min", "1 h 30 min", "2 h 15 min 30 s", "0 s" (D-137). */
export function lengthText(seconds: number): string {
  return lengthParts(seconds).join(' ')
}

/** The same where space is short, as on cards and bars: two units at most. */
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
 * What a countdown shows: days rounded up above a day, hours rounded up above an hour, else `mm:ss`, and `1:00:00` at
 * exactly an hour (TMR-16, TMR-17, D-97). Fractions round up, so that it reads 00:01 until it is over.
 */
export function countdown(seconds: number): string {
  const left = upwards(seconds)
  if (left > 86_400) return plural(Math.ceil(left / 86_400), 'day')
  if (left > 3600) return plural(Math.ceil(left / 3600), 'hour')
  return clockFace(left)
}

/** The exact time as `mm:ss`, `h:mm:ss` from an hour on; for stopwatches and total times. */
export function clockFace(seconds: number): string {
  const left = upwards(seconds)
  const hours = Math.floor(left / 3600)
  const minutes = two(Math.floor((left % 3600) / 60))
  return hours > 0 ? `${hours}:${minutes}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`
}

/** For screen readers, which would drown in seconds: "2 hours 5 minutes", "less than a minute". Minutes round up. */
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

/** "12 books" and "1 book" when the goal has a unit, else "12 times" (TMR-19, D-97). The unit is meant as a plural. */
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
  // A thousandth of slack: 59.9999999 s that come from a subtraction are 60.
  return seconds > 0 ? Math.ceil(Math.round(seconds * 1000) / 1000) : 0
}

/** "1 mile", "2 miles", "1,000 miles". */
export function plural(count: number, unit: string): string {
  return `${numberText(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** "books" is "book". Only what is regular is changed: a unit that was typed as one thing stays as it is. */
function singular(unit: string): string {
  if (/[^aeiou]ies$/i.test(unit) && !/(?:calor|cook|mov|smooth|self)ies$/i.test(unit) && unit.length > 5)
    return unit.replace(/ies$/i, 'y')
  if (/(?:ss|sh|ch|x|zz)es$/i.test(unit)) return unit.slice(0, -2)
  return /[^siu]s$/i.test(unit) && unit.length > 3 ? unit.slice(0, -1) : unit
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
