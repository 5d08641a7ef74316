/**
 * Pauses of a goal, in days as its person counts them. While it is paused nothing is expected of it, so its streak goes
 * on; what is logged all the same counts as ever.
 *
 * The rule that surprises: the day of resuming still belongs to the pause, for it may be nearly over.
 */
import { addDays, type Day } from '../days/day.ts'
import type { Pause } from '../days/streak.ts'

/** When the pause began that goes on; null for a goal that is not paused. */
export function pausedSince(pauses: readonly Pause[]): Day | null {
  const last = pauses.at(-1)
  return last?.until === null ? last.from : null
}

/** With a pause from today on, which goes on with one that ended today or yesterday. Pausing again changes nothing. */
export function paused(pauses: readonly Pause[], today: Day): Pause[] {
  const last = pauses.at(-1)
  if (last && (last.until === null || last.until >= addDays(today, -1))) {
    return [...pauses.slice(0, -1), { from: last.from, until: null }]
  }
  return [...pauses, { from: today, until: null }]
}

/** With the pause ended today. Resuming again changes nothing. */
export function resumed(pauses: readonly Pause[], today: Day): Pause[] {
  const since = pausedSince(pauses)
  // Whoever has flown over the date line may resume on the day before.
  return since === null ? [...pauses] : [...pauses.slice(0, -1), { from: since, until: since > today ? since : today }]
}

/** Whether one of the days is in a pause. */
export function isPausedIn(pauses: readonly Pause[], { from, to }: { from: Day; to: Day }): boolean {
  return pauses.some(pause => pause.from <= to && (pause.until === null || pause.until >= from))
}
