/**
 * Days as people live them: a date such as "2026-03-29" in a time zone, from an hour that they choose until the same
 * hour of the next date. Who goes to bed at two still logs for the day before.
 *
 * The rule that surprises: the hour is read from the clock on the wall, so when the clocks change a day has 23 or 25
 * hours, and its hours never belong to two days. What was logged keeps its day when its person moves to another zone.
 *
 * Units: instants are milliseconds since 1970.
 */
import * as z from 'zod/mini'
import { whole } from '../lib/fields.ts'

/** How somebody's days are counted. */
export interface Calendar {
  /** A name of the IANA database, such as "Europe/Berlin". */
  time_zone: string
  /** The hour at which a day starts, from 0 to 12. */
  day_start: number
}

/** A date, such as "2026-03-29". Days compare as their texts do. */
export type Day = string

export const UTC: Calendar = { time_zone: 'UTC', day_start: 0 }
export const LATEST_DAY_START = 12
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Offsets such as "+05:00" are no zones: they know nothing of the change of the clocks. */
const ZONE_NAME = /^[A-Za-z][\w+/-]*$/

/** Whether it is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !ZONE_NAME.test(name)) return false
  try {
    return Boolean(clockIn(name))
  } catch {
    return false
  }
}

export const timeZone = z
  .string('Give a time zone.')
  .check(z.refine(isTimeZone, 'Give a time zone such as Europe/Berlin.'))
export const dayStart = whole(0, LATEST_DAY_START)

const NO_DAY = 'Give a day between 1970 and 2099, such as 2026-01-31.'
/** A day on the wire. */
export const day = z.string(NO_DAY).check(z.refine(isDay, NO_DAY))

function isDay(text: string): boolean {
  if (!/^(19[7-9]|20\d)\d-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(text)
  // `Date.parse` takes 30 February for a day of March.
  return !Number.isNaN(at) && dateOf(at) === text
}

/** The day that an instant belongs to. */
export function dayOf(at: number, calendar: Calendar): Day {
  return dateOf(wallClock(at, calendar.time_zone) - calendar.day_start * HOUR_MS)
}

/** The first instant of a day. Where the clocks skip that hour, it starts when they go on. */
export function startOfDay(day: Day, calendar: Calendar): number {
  const wall = Date.parse(day) + calendar.day_start * HOUR_MS
  // Zones are at most 14 hours from UTC, and the clocks change rarely: one of the two offsets around it is the right one.
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map(at => wallClock(at, calendar.time_zone) - at) as [
    number,
    number
  ]
  const early = wall - Math.max(before, after)
  if (dayOf(early, calendar) >= day) return early
  const late = wall - Math.min(before, after)
  return before < after ? firstInstant(early, late, day, calendar) : late
}

/**
 * The instant at which the clock on the wall shows that time, given as ms since 1970 of a clock that shows the same in
 * UTC. The first one where the clocks show it twice; where they skip it, that much later.
 */
export function instantAt(wall: number, timeZone: string): number {
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map(at => wallClock(at, timeZone) - at) as [number, number]
  const early = wall - Math.max(before, after)
  return wallClock(early, timeZone) === wall ? early : wall - Math.min(before, after)
}

/** What the clock on the wall shows, such as "18:30". */
export function clockAt(at: number, timeZone: string): string {
  return new Date(wallClock(at, timeZone)).toISOString().slice(11, 16)
}

/** The instant at which the clock shows such a time on a day; before its hour of starting, that of the next date. */
export function instantOn(day: Day, clock: string, { time_zone, day_start }: Calendar): number {
  const date = Number(clock.slice(0, 2)) < day_start ? addDays(day, 1) : day
  return instantAt(Date.parse(`${date}T${clock}:00Z`), time_zone)
}

/** The clocks skip the start of the day somewhere in between. */
function firstInstant(early: number, late: number, day: Day, calendar: Calendar): number {
  let [low, high] = [early, late]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dayOf(middle, calendar) >= day) high = middle
    else low = middle
  }
  return high
}

/** The day so many days later, or earlier. */
export function addDays(day: Day, count: number): Day {
  return dateOf(Date.parse(day) + count * DAY_MS)
}

/** How many days later the second is; negative when it is earlier. */
export function daysBetween(first: Day, second: Day): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: Day): number {
  return ((Math.floor(Date.parse(day) / DAY_MS) + 3) % 7) + 1
}

/** The Monday of its week. */
export function startOfWeek(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day))
}

/** What the clock on the wall shows, as ms since 1970 of a clock that shows the same in UTC. */
export function wallClock(at: number, timeZone: string): number {
  return timeZone === 'UTC' ? at : at + clockIn(timeZone).offset(at)
}

interface Clock {
  /** How far the clock is ahead of UTC at an instant, in ms. */
  offset: (at: number) => number
}

/** No zone has changed its clocks within a quarter of an hour of UTC since 1973. */
const QUARTER_MS = 900_000
/** Each takes some 100 kB. */
const MOST_CLOCKS = 60
const clocks = new Map<string, Clock>()

/** @throws RangeError for what is no zone */
function clockIn(timeZone: string): Clock {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = newClock(timeZone)
  const [oldest] = clocks.keys()
  if (clocks.size >= MOST_CLOCKS && oldest !== undefined) clocks.delete(oldest)
  clocks.set(timeZone, clock)
  return clock
}

/** Swedish writes "2026-03-29 02:00:00". That takes 45 µs, so the offset of the quarter that was asked for last is kept. */
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
