/**
 * Streaks: how many days in a row a person logged something.
 *
 * The rules that surprise: a rest day without a log neither breaks a streak nor counts, but a rest day with a log
 * counts. Today does not break a streak before it is over.
 */
import { addDays, type Day, weekdayOf } from '../lib/day.ts'

/** A time in which no logs are expected, including both days. It is open while `until` is null. */
export interface Pause {
  from: Day
  until: Day | null
}

/** The days that don't break a streak: weekdays from 1 (Monday) to 7, and pauses in order of their start. */
export interface Rest {
  weekdays: readonly number[]
  pauses: readonly Pause[]
}

export interface Streak {
  current: number
  longest: number
}

/** Returns the pauses of both lists in their order. Those that touch are one. */
export function joinedPauses(some: readonly Pause[], others: readonly Pause[]): Pause[] {
  const joined: Pause[] = []
  for (const pause of [...some, ...others].toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = joined.at(-1)
    if (last?.until === null) break
    if (last && pause.from <= addDays(last.until, 1)) {
      last.until = pause.until === null || pause.until > last.until ? pause.until : last.until
    } else joined.push({ ...pause })
  }
  return joined
}

/**
 * Returns the streak at `today` and the longest streak, in days.
 * @param active days with logs, each once, the earliest first. They may lie after today: someone may log for a day and
 * then fly west across the date line.
 */
export function streakOf(active: readonly Day[], today: Day, rest: Rest): Streak {
  let run = 0
  let longest = 0
  let last: Day | null = null
  for (const day of active) {
    // Today and later days are not over, so they break nothing.
    run = last !== null && isBridged(last, day < today ? day : today, rest) ? run + 1 : 1
    longest = Math.max(longest, run)
    last = day
  }
  const goesOn = last !== null && isBridged(last, today, rest)
  return { current: goesOn ? run : 0, longest }
}

/** Whether all days between the two are rest days or in a pause. */
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

/** Returns the name of a weekday from 1 (Monday) to 7; empty for other numbers. */
export function weekdayName(weekday: number): string {
  return NAMES[weekday - 1] ?? ''
}

/** Returns weekdays in words: "Monday, Tuesday and Friday". */
export function weekdayNames(weekdays: readonly number[]): string {
  const names = weekdays.map(weekdayName)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Explains to a person, in sentences, how their streak is counted. */
export function streakRules(
  weekdays: readonly number[],
  { time_zone, day_start }: { time_zone: string; day_start: number }
): string[] {
  const days = [...new Set(weekdays)].sort()
  const all = weekdayNames(days)
  return [
    'A streak is the number of days in a row you logged something. Today doesn’t break it until it’s over. Logs on goals to stay below don’t count.',
    ...(days.length > 0
      ? [
          days.length > 1
            ? `${all} are rest days: they don’t break your streak, but logs on them count.`
            : `${all} is a rest day: it doesn’t break your streak, but logs on it count.`
        ]
      : []),
    `Your days start at ${day_start === 0 ? 'midnight' : `${day_start}:00`} in the time zone ${time_zone}. A log counts for its own day, even after you correct it.`
  ]
}
