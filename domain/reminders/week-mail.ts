/**
 * When the weekly mail is due: on Mondays at 8:00 in the person's zone (D-162). Instants are milliseconds.
 */
import { nextReminder } from './goal-times.ts'

const DAY_MS = 86_400_000
/** The most lines of a mail. The inbox has the rest. */
export const MOST_LINES = 30

/** Returns the first Monday at 8:00 after an instant. */
export function nextWeekMail(timeZone: string, after: number): number {
  return nextReminder({ at: '08:00', weekdays: [1] }, { time_zone: timeZone, day_start: 0 }, after)
}

/** Returns from when a mail has news: since the mail a week before it. */
export function newsSince(timeZone: string, due: number): number {
  return nextWeekMail(timeZone, due - 8 * DAY_MS)
}
