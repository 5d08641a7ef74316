/** The day that a log counts for: the day on which it was made, unless the person chooses an earlier one. */
import { type Calendar, type Day, dayOf } from '../lib/day.ts'
import { invalid } from '../lib/refusal.ts'
import { allow, deny, type Result } from '../lib/result.ts'
import { isTimed, type LogState, LogStatus } from './log.ts'

/**
 * Returns the day of a log that is made at `madeAt`, in ms since 1970. 422 for a day in the future, and for an earlier
 * day of a timer that starts now.
 * @param sent the day that the person chose, if any
 */
export function dayOfLog(
  log: Pick<LogState, 'status' | 'duration'>,
  sent: Day | undefined,
  madeAt: number,
  calendar: Calendar
): Result<Day> {
  const today = dayOf(madeAt, calendar)
  if (sent === undefined || sent === today) return allow(today)
  if (sent > today) return deny(invalid('day', 'This day is in the future.'))
  const isTimer = isTimed(log) && log.status !== LogStatus.Done
  return isTimer
    ? deny(invalid('day', 'A timer starts today. Log the time as already done to choose a day.'))
    : allow(sent)
}

/**
 * Returns the day that a log is corrected to; 422 for a day in the future.
 * @param field the field to name in the error: the day, or the start from which the day is derived
 */
export function correctedDay(sent: Day, now: number, calendar: Calendar, field = 'day'): Result<Day> {
  return sent > dayOf(now, calendar) ? deny(invalid(field, 'This day is in the future.')) : allow(sent)
}
