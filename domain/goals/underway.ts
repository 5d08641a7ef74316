/**
 * Logs with a running or paused timer. Totals include their amounts and distances from the start (D-52), but nothing
 * counts as reached before the timer is over.
 */
import { numberText } from '../lib/numbers.ts'
import { advanceLog, type Contribution, contribution, isOpenTimer, type LogState } from '../logs/log.ts'
import { type Completions, completions } from './completions.ts'

/**
 * Returns the sums of the amounts and distances of logs whose timer is open at `now`. The duration is 0, because totals
 * include only the time that has passed.
 */
export function underway(logs: readonly LogState[], now: number): Contribution {
  const open = logs.map(log => advanceLog(log, now)).filter(log => isOpenTimer(log, now))
  return open.map(contribution).reduce(
    (sum, { amount, distance }) => ({
      amount: sum.amount + amount,
      distance: sum.distance + distance,
      duration: 0
    }),
    { amount: 0, distance: 0, duration: 0 }
  )
}

/** Returns the total without the open timers. */
function settled(total: Contribution, open: Contribution): Contribution {
  return { ...total, amount: total.amount - open.amount, distance: total.distance - open.distance }
}

/**
 * Returns the completions of a goal. Those with a running timer are not done, but the text mentions them.
 * @param open the result of `underway`
 */
export function completionsUnderway(
  goal: Parameters<typeof completions>[0],
  total: Contribution,
  open: Contribution
): Completions | null {
  const all = completions(goal, total)
  const over = completions(goal, settled(total, open))
  return all && over && { ...all, done: over.done, text: withUnderway(all.text, all.done - over.done) }
}

/** Returns for example "1 of 1 time, 1 still running". */
export function withUnderway(text: string, open: number): string {
  return open > 0 ? `${text}, ${numberText(Math.round(open * 1000) / 1000)} still running` : text
}
