/**
 * Streaks: how many days in a row something was logged.
 *
 * The rule that surprises: a day that rests neither breaks a streak nor counts, but one on which something was logged
 * counts whatever it is; and today breaks nothing before it is over.
 */
import * as z from 'zod/mini'
import { whole } from '../lib/fields.ts'
import { addDays, type Day, weekdayOf } from './day.ts'

/** A time in which nothing is expected; it goes on while `until` is null. Both days belong to it. */
export interface Pause {
  from: Day
  until: Day | null
}

/** What does not break a streak: weekdays from 1 (Monday) to 7, and pauses in their order. */
export interface Rest {
  weekdays: readonly number[]
  pauses: readonly Pause[]
}

export interface Streak {
  current: number
  longest: number
}

/** Weekdays that rest; at least one is left that counts. */
export const restDays = z
  .array(whole(1, 7))
  .check(z.refine(days => new Set(days).size < 7, 'Leave at least one day that counts.'))

/**
 * The streak that goes on at `today`, and the longest.
 * @param active days on which something was logged, each once, the earliest first; they may lie after today, as one who
 * has flown over the date line knows
 */
export function streakOf(active: readonly Day[], today: Day, rest: Rest): Streak {
  let run = 0
  let longest = 0
  let last: Day | null = null
  for (const day of active) {
    // Today is not over, nor is what comes after it.
    run = last !== null && isBridged(last, day < today ? day : today, rest) ? run + 1 : 1
    longest = Math.max(longest, run)
    last = day
  }
  const goesOn = last !== null && isBridged(last, today, rest)
  return { current: goesOn ? run : 0, longest }
}

/** Whether all days between the two rest. */
function isBridged(first: Day, second: Day, { weekdays, pauses }: Rest): boolean {
  let day = addDays(first, 1)
  while (day < second) {
    const pause = pauses.find(({ from, until }) => from <= day && (until === null || day <= until))
    if (pause?.until === null) return true
    if (!pause && !weekdays.includes(weekdayOf(day))) return false
    day = addDays(pause?.until ?? day, 1)
  }
  return true
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The name of a weekday, from 1 (Monday) to 7. */
export function weekdayName(weekday: number): string {
  return NAMES[weekday - 1] ?? ''
}

/** How a streak is counted, in sentences for its person. */
export function streakRules(
  weekdays: readonly number[],
  { time_zone, day_start }: { time_zone: string; day_start: number }
): string[] {
  const names = [...new Set(weekdays)].sort().map(weekdayName)
  const all = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return [
    'A streak is the number of days in a row on which you logged something. Today does not break it before it is over.',
    ...(names.length > 0
      ? [
          `${all} ${names.length > 1 ? 'rest' : 'rests'}: without a log ${names.length > 1 ? 'they do' : 'it does'} not break it, with one ${names.length > 1 ? 'they count' : 'it counts'}.`
        ]
      : []),
    `Your days start at ${day_start === 0 ? 'midnight' : `${day_start}:00`} in the time zone ${time_zone}. A log counts for the day that it says, also when you correct it.`
  ]
}
