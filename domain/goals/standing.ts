/**
 * Where a goal stands on a day, for Today (D-143): it is due, met, to stay below, or asks for nothing.
 *
 * The rules that surprise: a goal to stay below is never due or met, because its day is not over. A goal for chosen
 * weekdays asks for nothing on a day off. A goal with a deadline is met for
 * the day once it is as far as an even pace would be by the end of that day.
 */

import type { Pause } from '../days/streak.ts'
import { type Calendar, type Day, dayOf, daysBetween } from '../lib/day.ts'
import type { Contribution } from '../logs/log.ts'
import { ringTarget } from './completions.ts'
import type { Repeats } from './fields.ts'
import { isLimited } from './limit.ts'
import { pausedSince } from './pause.ts'
import { isMet, type Period } from './repeat.ts'
import type { Targets } from './targets.ts'

export type Standing = 'due' | 'met' | 'below' | 'open'

/** The fields of a goal on the wire that decide. Dates are ISO 8601. */
export interface Standable extends Targets {
  repeats: Repeats | null
  /** The current period of a goal that repeats, with the number of its logs. */
  period: (Period & { logs: number }) | null
  pauses: readonly Pause[]
  created_at: string
  started_at: string | null
  ended_at: string | null
}

/**
 * Returns where an open goal stands on `today`.
 * @param done the totals of the current period, or of the whole goal if it does not repeat
 */
export function standingOf(goal: Standable, done: Contribution, today: Day, calendar: Calendar): Standing {
  if (pausedSince(goal.pauses, today) !== null) return 'open'
  if (goal.is_limit) return isInForce(goal, today, calendar) ? 'below' : 'open'
  if (goal.repeats) {
    if (!goal.period) return 'open'
    const logs = Math.max(goal.period.logs, done.amount > 0 || done.distance > 0 || done.duration > 0 ? 1 : 0)
    if (isMet(goal, { ...done, logs })) return 'met'
    return goal.period.from > today ? 'open' : 'due'
  }
  const whole = ringTarget(goal)
  if (!whole) return 'open'
  const share = done[whole.kind] / whole.target
  if (isReached(share, 1)) return 'met'
  if (goal.ended_at === null) return 'open'
  const first = dayOf(Date.parse(goal.started_at ?? goal.created_at), calendar)
  if (today < first) return 'open'
  const last = dayOf(Date.parse(goal.ended_at), calendar)
  const [days, passed] = [daysBetween(first, last) + 1, daysBetween(first, today) + 1]
  return isReached(share, days > 0 ? Math.min(1, passed / days) : 1) ? 'met' : 'due'
}

/** Whether a limit is in force today. It may start later, be over, or have a day off. */
function isInForce({ started_at, ended_at, repeats }: Standable, today: Day, calendar: Calendar): boolean {
  const dayIn = (date: string | null): Day => (date === null ? today : dayOf(Date.parse(date), calendar))
  return dayIn(started_at) <= today && today <= dayIn(ended_at) && isLimited(repeats, today)
}

interface Totals {
  period: Contribution | null
  amount_elapsed: number
  distance_elapsed: number
  duration_elapsed: number
}

/** Returns what was done in the current period of a goal, or in all if it does not repeat. */
export function doneIn({ period, amount_elapsed, distance_elapsed, duration_elapsed }: Totals): Contribution {
  return {
    amount: period?.amount ?? amount_elapsed,
    distance: period?.distance ?? distance_elapsed,
    duration: period?.duration ?? duration_elapsed
  }
}

/** Tolerates rounding: ten logs of 0.1 add up to 0.9999…. */
function isReached(share: number, wanted: number): boolean {
  return share > wanted - 1e-9
}
