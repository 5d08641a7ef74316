/**
 * A person's days: a date such as "2026-03-29" in a time zone. A day begins at an hour that the person chooses and ends
 * at the same hour of the next date, so people who go to bed at two still log for the day before.
 *
 * The rule that surprises: the hour is a wall-clock time, so a day has 23 or 25 hours when the clocks change. Every
 * instant belongs to exactly one day. A log keeps its day when its author moves to another zone.
 *
 * Units: instants are milliseconds since 1970. A wall-clock time (`wall`) is given as the instant at which a clock in
 * UTC shows it.
 */

/** Where a person's days begin and end. */
export interface Calendar {
  /** A name of the IANA database, such as "Europe/Berlin". */
  time_zone: string
  /** The hour at which a day starts, from 0 to 12. */
  day_start: number
}

/** A date, such as "2026-03-29". Comparing two days as strings gives their order. */
export type Day = string

export const UTC: Calendar = { time_zone: 'UTC', day_start: 0 }
export const LATEST_DAY_START = 12
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Excludes offsets such as "+05:00", because they don't follow clock changes. */
const ZONE_NAME = /^[A-Za-z][\w+/-]*$/

/** Whether the runtime knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false
  try {
    return Boolean(clockIn(name))
  } catch {
    return false
  }
}

/** Whether a text is a real day between 1970 and 2099. */
export function isDay(text: string): boolean {
  if (!/^(19[7-9]|20)/.test(text)) return false
  const at = Date.parse(text)
  // `Date.parse` also reads other texts, and 30 February as a day in March.
  return !Number.isNaN(at) && dateOf(at) === text
}

/** Returns the day that an instant belongs to. */
export function dayOf(at: number, calendar: Calendar): Day {
  return dateOf(wallClock(at, calendar.time_zone) - calendar.day_start * HOUR_MS)
}

/** Returns the first instant of a day. If the clocks skip its starting hour, it is the instant of the clock change. */
export function startOfDay(day: Day, calendar: Calendar): number {
  const wall = Date.parse(day) + calendar.day_start * HOUR_MS
  // Zones are at most 14 hours from UTC and clocks change rarely, so one of these two offsets is right.
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map(at => wallClock(at, calendar.time_zone) - at) as [
    number,
    number
  ]
  const early = wall - Math.max(before, after)
  if (dayOf(early, calendar) >= day) return early
  const late = wall - Math.min(before, after)
  return firstInstant(early, late, day, calendar)
}

/**
 * Returns the instant of a wall-clock time. If the clocks show the time twice, it is the first instant. If they skip
 * the time, the result is later by the skipped span.
 */
export function instantAt(wall: number, timeZone: string): number {
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map(at => wallClock(at, timeZone) - at) as [number, number]
  const early = wall - Math.max(before, after)
  return wallClock(early, timeZone) === wall ? early : wall - Math.min(before, after)
}

/** Returns the wall-clock time in a zone, such as "18:30". */
export function clockAt(at: number, timeZone: string): string {
  return new Date(wallClock(at, timeZone)).toISOString().slice(11, 16)
}

/** Returns the instant of a clock time on a day. A time before `day_start` belongs to the next date. */
export function instantOn(day: Day, clock: string, { time_zone, day_start }: Calendar): number {
  const date = Number(clock.slice(0, 2)) < day_start ? addDays(day, 1) : day
  return instantAt(Date.parse(`${date}T${clock}:00Z`), time_zone)
}

/** Searches for the first instant of a day between `early` and `late`, where the clocks skip its starting hour. */
function firstInstant(early: number, late: number, day: Day, calendar: Calendar): number {
  let [low, high] = [early, late]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dayOf(middle, calendar) >= day) high = middle
    else low = middle
  }
  return high
}

/** Returns the day `count` days later, or earlier when it is negative. */
export function addDays(day: Day, count: number): Day {
  return dateOf(Date.parse(day) + count * DAY_MS)
}

/** Returns how many days the second day is later; negative when it is earlier. */
export function daysBetween(first: Day, second: Day): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)
}

/** Returns 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: Day): number {
  return ((Math.floor(Date.parse(day) / DAY_MS) + 3) % 7) + 1
}

/** Returns the Monday of the day's week. */
export function startOfWeek(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day))
}

/** Returns the wall-clock time in a zone at an instant, as ms since 1970 of a clock in UTC that shows the same. */
export function wallClock(at: number, timeZone: string): number {
  return timeZone === 'UTC' ? at : at + clockIn(timeZone).offset(at)
}

interface Clock {
  /** How far the clock is ahead of UTC at an instant, in ms. */
  offset: (at: number) => number
}

/**
 * Since 1973 every zone changes its clocks on a full quarter of an hour in UTC, so the offset is constant in between.
 */
const QUARTER_MS = 900_000
/** The size of the cache: each clock takes about 100 kB. */
const MOST_CLOCKS = 60
const clocks = new Map<string, Clock>()

/** @throws RangeError for an unknown zone */
function clockIn(timeZone: string): Clock {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = newClock(timeZone)
  if (clocks.size === MOST_CLOCKS) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}

/** Swedish formats dates as "2026-03-29 02:00:00". Formatting takes 45 µs, so the clock remembers the last offset. */
function newClock(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  let last = { quarter: Number.NaN, offset: 0 }
  return {
    offset(at) {
      const quarter = Math.floor(at / QUARTER_MS)
      if (quarter !== last.quarter) {
        const start = quarter * QUARTER_MS
        last = { quarter, offset: Date.parse(`${format.format(start).replace(' ', 'T')}Z`) - start }
      }
      return last.offset
    }
  }
}

function dateOf(at: number): Day {
  return new Date(at).toISOString().slice(0, 10)
}
