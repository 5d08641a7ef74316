/**
 * Pauses of a goal, as days of its owner's calendar. A paused goal expects no logs, so its streak is not broken. Logs
 * during a pause count as usual.
 *
 * The rules that surprise: the day of resuming still belongs to the pause, because it may be nearly over. A pause with a
 * last day in the future is open until the morning of that day, on which the person is back.
 */

import type { Pause } from '../days/streak.ts'
import { addDays, type Day } from '../lib/day.ts'

/** Returns the first day of the pause that is open on a day; null for a goal that is not paused. */
export function pausedSince(pauses: readonly Pause[], today: Day): Day | null {
  const last = pauses.at(-1)
  return last && (last.until === null || last.until > today) ? last.from : null
}

/** Returns the day on which a pause ends by itself; null without one. */
export function backOn(pauses: readonly Pause[], today: Day): Day | null {
  const last = pauses.at(-1)
  return last?.until && last.until > today ? last.until : null
}

/** Returns the pauses of a goal that is made or reopened today. While its person is away, it rests until they are back. */
export function restingWith(ofPerson: readonly Pause[], pauses: readonly Pause[], today: Day): Pause[] {
  const until = backOn(ofPerson, today)
  return until === null ? [...pauses] : pausedUntil(pauses, today, until)
}

/** Adds a pause until a day, or moves the end of one that has such a day. A pause without an end stays as it is. */
export function pausedUntil(pauses: readonly Pause[], today: Day, back: Day): Pause[] {
  const last = pauses.at(-1)
  if (last?.until === null) return [...pauses]
  if (last && last.until >= addDays(today, -1)) return [...pauses.slice(0, -1), { from: last.from, until: back }]
  return [...pauses, { from: today, until: back }]
}

/** Ends a pause that would end by itself, today. Any other stays as it is. */
export function backNow(pauses: readonly Pause[], today: Day): Pause[] {
  return backOn(pauses, today) === null ? [...pauses] : resumed(pauses, today)
}

/** Adds a pause from today on, or reopens one that ended today or yesterday. Pausing a paused goal changes nothing. */
export function paused(pauses: readonly Pause[], today: Day): Pause[] {
  const last = pauses.at(-1)
  if (last && (last.until === null || last.until >= addDays(today, -1))) {
    return [...pauses.slice(0, -1), { from: last.from, until: null }]
  }
  return [...pauses, { from: today, until: null }]
}

/** Ends the open pause today. Resuming a goal that is not paused changes nothing. */
export function resumed(pauses: readonly Pause[], today: Day): Pause[] {
  const since = pausedSince(pauses, today)
  // After a flight over the date line, today may be before the day of pausing.
  return since === null ? [...pauses] : [...pauses.slice(0, -1), { from: since, until: since > today ? since : today }]
}

/** Whether one of the days from `from` to `to` is in a pause. */
export function isPausedIn(pauses: readonly Pause[], { from, to }: { from: Day; to: Day }): boolean {
  return pauses.some(pause => pause.from <= to && (pause.until === null || pause.until >= from))
}
