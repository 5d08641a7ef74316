/**
 * When a goal reminds its person: at a wall-clock time on chosen weekdays, in their zone and by their days.
 *
 * The rules that surprise: a time between 22:00 and 7:00 must be chosen twice, with `at_night`. A time that the clocks
 * skip comes later by the skipped span, and one that they show twice comes once.
 *
 * Units: instants and durations are milliseconds.
 */
import { addDays, type Calendar, clockAt, dayOf, instantAt, instantOn, wallClock, weekdayOf } from '../lib/day.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NIGHT_FROM = '22:00'
const NIGHT_UNTIL = '07:00'
/** A reminder that could not be sent for this long is dropped. */
const LASTS = 3 * HOUR

/** Whether a wall-clock time such as "23:30" is at night. */
export function isAtNight(at: string): boolean {
  return at >= NIGHT_FROM || at < NIGHT_UNTIL
}

export interface GoalTimes {
  at: string
  weekdays: number[]
  at_night: 0 | 1
}

/** Returns the first time for a reminder after an instant. */
export function nextReminder({ at, weekdays }: Pick<GoalTimes, 'at' | 'weekdays'>, calendar: Calendar, after: number) {
  let day = addDays(dayOf(after, calendar), -1)
  for (;;) {
    const isFor = weekdays.length === 0 || weekdays.includes(weekdayOf(day))
    const instant = isFor ? instantOn(day, at, calendar) : after
    if (instant > after) return instant
    day = addDays(day, 1)
  }
}

/** Returns when a reminder expires: three hours after it, and before the night unless that is allowed. */
export function remindsUntil(at: number, isNightAllowed: boolean, timeZone: string): number {
  if (isNightAllowed) return at + LASTS
  return Math.min(at + LASTS, nightAfter(at, timeZone))
}

/** Returns an hour later, to the minute; null when that is at night, which is not allowed. */
export function laterThan(now: number, isNightAllowed: boolean, timeZone: string): number | null {
  const later = Math.floor((now + HOUR) / 60_000) * 60_000
  return isNightAllowed || (later < nightAfter(now, timeZone) && !isAtNight(clockAt(later, timeZone))) ? later : null
}

/** The next 22:00 at or after an instant. */
function nightAfter(at: number, timeZone: string): number {
  const wall = wallClock(at, timeZone)
  const midnight = Math.floor(wall / DAY) * DAY
  const night = midnight + Number(NIGHT_FROM.slice(0, 2)) * HOUR
  return instantAt(wall <= night ? night : night + DAY, timeZone)
}
