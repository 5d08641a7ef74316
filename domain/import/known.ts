/**
 * Finds the logs of a file that a person already has, so that importing a file twice, or one's own export, adds no log
 * twice.
 *
 * The rule that surprises: an existing log matches one row only. When a file has three equal rows and the person has
 * one such log, two rows are new.
 */
import type { Day } from '../lib/day.ts'

interface Compared {
  /** ISO 8601; null when only the day is known. */
  at: string | null
  day: Day
  /** The goal's name; '' without a goal. */
  goal: string
  goal_id: number | null
  action: string
  amount: number | null
  distance: number | null
  /** Seconds. */
  duration: number | null
  title: string
  content: string
}

/** How many characters of a text are compared. */
export const COMPARED = 100

/**
 * Returns the indexes, from 0, of sent logs that exist already. They are equal in day, measures, texts and goal, and in
 * the second if the sent log has a time.
 * @param there the person's existing logs
 */
export function findKnown(sent: readonly Compared[], there: readonly Compared[]): number[] {
  const left = Map.groupBy(there, keyOf)
  const take = (log: Compared): boolean => {
    const same = left.get(keyOf(log)) ?? []
    const found = same.findIndex(one => hasSameGoal(log, one) && (log.at === null || secondOf(log) === secondOf(one)))
    if (found >= 0) same.splice(found, 1)
    return found >= 0
  }
  const numbers = sent.map((log, number) => ({ log, number }))
  // Rows with a time match first, because rows with only a day may match any log of that day.
  const timed = numbers.filter(({ log }) => log.at !== null)
  const untimed = numbers.filter(({ log }) => log.at === null)
  return [...timed, ...untimed]
    .filter(({ log }) => take(log))
    .map(({ number }) => number)
    .sort((one, other) => one - other)
}

/** Returns the first 100 characters of a text, without splitting one. */
export function comparedText(text: string): string {
  return [...text.slice(0, 2 * COMPARED)].slice(0, COMPARED).join('')
}

function keyOf({ day, amount, distance, duration, title, content }: Compared): string {
  const thousandths = distance ? Math.round(distance * 1000) : 0
  return JSON.stringify([day, amount ?? 0, thousandths, duration ?? 0, title.trim(), comparedText(content).trim()])
}

function hasSameGoal(log: Compared, other: Compared): boolean {
  if (log.goal_id !== null && log.goal_id === other.goal_id) return true
  const isSameName = log.goal.trim().toLowerCase() === other.goal.trim().toLowerCase()
  return isSameName && (log.goal !== '' || log.action.trim() === other.action.trim())
}

function secondOf({ at }: Compared): number | null {
  return at === null ? null : Math.floor(Date.parse(at) / 1000)
}
