/**
 * What timers that run or are paused count already (D-52), and have not done yet: totals have it from their start, but
 * nothing is said to be reached by it before they are over.
 */
import { numberText } from '../lib/numbers.ts'
import { advanceLog, type Contribution, contribution, isOpenTimer, type LogState } from '../logs/log.ts'
import { type Completions, completions } from './completions.ts'

/** The amounts and distances of those of these logs that are open at `now`; their time is counted as it passes. */
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

/** A total without it. */
function settled(total: Contribution, open: Contribution): Contribution {
  return { ...total, amount: total.amount - open.amount, distance: total.distance - open.distance }
}

/** The completions of a total: of those that still run the text tells, and they are not done. */
export function completionsUnderway(
  goal: Parameters<typeof completions>[0],
  total: Contribution,
  open: Contribution
): Completions | null {
  const all = completions(goal, total)
  const over = completions(goal, settled(total, open))
  return all && over && { ...all, done: over.done, text: withUnderway(all.text, all.done - over.done) }
}

/** "1 of 1 time, 1 still running". */
export function withUnderway(text: string, open: number): string {
  return open > 0 ? `${text}, ${numberText(Math.round(open * 1000) / 1000)} still running` : text
}
