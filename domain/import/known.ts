/**
 * Which logs of a file a person has already, so that their own export, or the same file again, makes none twice.
 *
 * The rule that surprises: a log is known by what it says and by its goal, and one that is there stands for one row only.
 * A file with three equal rows and one log of them has two new ones.
 */
import type { Day } from '../days/day.ts'

interface Said {
  /** ISO 8601; null where only the day is known. */
  at: string | null
  day: Day
  /** By its name; '' for none. */
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

/** Characters of a text by which logs are compared. */
export const COMPARED = 100

/** The numbers of those that are there, from 0 on. */
export function findKnown(sent: readonly Said[], there: readonly Said[]): number[] {
  const left = Map.groupBy(there, keyOf)
  const take = (log: Said): boolean => {
    const same = left.get(keyOf(log)) ?? []
    const found = same.findIndex(one => hasSameGoal(log, one) && (log.at === null || secondOf(log) === secondOf(one)))
    if (found >= 0) same.splice(found, 1)
    return found >= 0
  }
  const numbers = sent.map((log, number) => ({ log, number }))
  // A row with a time is one log only; what is left may be that of a row with a day alone.
  const timed = numbers.filter(({ log }) => log.at !== null)
  const untimed = numbers.filter(({ log }) => log.at === null)
  return [...timed, ...untimed]
    .filter(({ log }) => take(log))
    .map(({ number }) => number)
    .sort((one, other) => one - other)
}

/** A text as it is compared: its first characters, none of them cut in two. */
export function comparedText(text: string): string {
  return [...text.slice(0, 2 * COMPARED)].slice(0, COMPARED).join('')
}

function keyOf({ day, amount, distance, duration, title, content }: Said): string {
  const thousandths = distance ? Math.round(distance * 1000) : 0
  return JSON.stringify([day, amount ?? 0, thousandths, duration ?? 0, title.trim(), comparedText(content).trim()])
}

function hasSameGoal(log: Said, other: Said): boolean {
  if (log.goal_id !== null && log.goal_id === other.goal_id) return true
  const isSameName = log.goal.trim().toLowerCase() === other.goal.trim().toLowerCase()
  return isSameName && (log.goal !== '' || log.action.trim() === other.action.trim())
}

function secondOf({ at }: Said): number | null {
  return at === null ? null : Math.floor(Date.parse(at) / 1000)
}
