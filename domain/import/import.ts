/** Imported logs: they are done, belong to no session and cost no tokens (docs/decisions/0033). */
import { type Calendar, type Day, dayOf } from '../lib/day.ts'
import { invalid } from '../lib/refusal.ts'
import { allow, deny, type Result } from '../lib/result.ts'
import { createLog, type LogState, LogStatus } from '../logs/log.ts'
import { correctedDay } from '../logs/log-day.ts'

interface Sent {
  at: string | null
  day?: Day | undefined
  amount: number | null
  distance: number | null
  duration: number | null
}

/**
 * Returns the state of an imported log and the day that it counts for. Without a time it ends now (LOG-28). 422 for a
 * time or day in the future, and for a log without both.
 */
export function importedLog(sent: Sent, now: number, calendar: Calendar): Result<{ state: LogState; day: Day }> {
  const length = (sent.duration ?? 0) * 1000
  const began = sent.at === null ? now - length : Date.parse(sent.at)
  if (began > now) return deny(invalid('at', 'This time is in the future.'))
  if (sent.at === null && sent.day === undefined) return deny(invalid('day', 'Enter a day or a time.'))
  const day = correctedDay(sent.day ?? dayOf(began, calendar), now, calendar)
  if (!day.ok) return day
  const measures = { amount: sent.amount, distance: sent.distance, duration: sent.duration || null }
  return allow({ day: day.value, state: createLog({ status: LogStatus.Done, ...measures }, began + length) })
}
