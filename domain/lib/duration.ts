/**
 * Durations, distances and amounts as people type and read them.
 *
 * The rule that surprises: a bare number in a duration field is milliseconds, so "5" is 0 seconds (D-90); the field is
 * rewritten after typing so that this is seen.
 *
 * Units: durations are seconds, whole when parsed; distances miles.
 */
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

/** "1d 2h 3m 4s"; every unit is there even when 0, as the field shows it (BLD-22). */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const days = Math.floor(whole / 86_400)
  return `${days}d ${Math.floor((whole % 86_400) / 3600)}h ${Math.floor((whole % 3600) / 60)}m ${whole % 60}s`
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

/** "1 mile", "3.5 miles" (TMR-18). */
export function distanceText(miles: number): string {
  return plural(miles, 'mile')
}

/** "12 books" when the goal has a unit, else "12 times" (TMR-19, D-97). The unit is shown as it was typed. */
export function amountText(amount: number, unit = ''): string {
  return unit.trim() ? `${number(amount)} ${unit.trim()}` : plural(amount, 'time')
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

function plural(count: number, unit: string): string {
  return `${number(count)} ${unit}${count === 1 ? '' : 's'}`
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 3 })
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
