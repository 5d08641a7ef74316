/**
 * Divides the time of a group's sessions into slices of whole days, for the chart of its people's progress. Days are
 * those of the group's zone and start at midnight, whatever zones its people live in (docs/decisions/0035).
 */
import { addDays, type Day, daysBetween, startOfWeek } from '../lib/day.ts'

/** The chart shows 7 to 31 days by day, and a longer time by week, up to a year. */
const LEAST_DAYS = 7
const MOST_DAYS = 31
const MOST_WEEKS = 53

export interface DaySlices {
  from: Day
  /** Days of each slice: 1, or 7 from Monday to Sunday. */
  days: 1 | 7
  count: number
}

/**
 * Returns the slices until today.
 * @param first the day on which the first session began
 */
export function daySlices(first: Day, today: Day): DaySlices {
  const days = Math.max(LEAST_DAYS, daysBetween(first, today) + 1)
  if (days <= MOST_DAYS) return { from: addDays(today, 1 - days), days: 1, count: days }
  const thisWeek = startOfWeek(today)
  const [oldest, since] = [addDays(thisWeek, -7 * (MOST_WEEKS - 1)), startOfWeek(first)]
  const from = since > oldest ? since : oldest
  return { from, days: 7, count: daysBetween(from, thisWeek) / 7 + 1 }
}

/** Returns the sentence that explains the days of a group's chart. */
export function zoneSentence(timeZone: string): string {
  return `Days are counted in ${timeZone} time.`
}
