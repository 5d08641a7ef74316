/**
 * Sessions that last for days: the number of the current day and its progress. The page of such a session shows today
 * instead of the clock.
 *
 * The rule that surprises: a session of 30 × 24 hours that begins at noon touches 31 dates but has 30 days. The rest on
 * the last date belongs to day 30.
 */
import * as z from 'zod/mini'
import { streakOf } from '../days/streak.ts'
import { addDays, type Calendar, type Day, dayOf, daysBetween, UTC } from '../lib/day.ts'

const DAY_MS = 86_400_000

/** From this length on a session is counted in days. */
const FEWEST_DAYS = 3

/** The progress of today in such a session, in the calendar of the viewer; for visitors in UTC. */
export const today = z.object({
  day: z.string(),
  /** Usernames of members who logged today, in order of joining; at most 500. */
  done_by: z.array(z.string()),
  done_count: z.int(),
  /** Days of the session with logs, the earliest first. */
  days: z.array(z.string()),
  /** Days on which I logged. */
  my_days: z.array(z.string()),
  /** Uuids of the goals on which I logged today. */
  my_tasks: z.array(z.string())
})
export type Today = z.output<typeof today>

interface Times {
  startsAt: number | null
  endsAt: number | null
}

/** Returns how many days a session lasts; null for less than three days and without an end (D-122). */
export function daysIn({ startsAt, endsAt }: Times): number | null {
  if (startsAt === null || endsAt === null) return null
  // A session may be an hour shorter because of a clock change.
  const days = Math.ceil((endsAt - startsAt) / DAY_MS - 1 / 12)
  return days >= FEWEST_DAYS ? days : null
}

export interface DayPlace {
  day: Day
  /** From 1. */
  number: number
  of: number
}

/** Returns the current day of a session and its number; null for a session that is not counted in days. */
export function dayPlace(times: Times, now: number, calendar: Calendar = UTC): DayPlace | null {
  const of = daysIn(times)
  const { startsAt } = times
  if (of === null || startsAt === null) return null
  const day = dayOf(Math.max(now, startsAt), calendar)
  const number = daysBetween(dayOf(startsAt, calendar), day) + 1
  return { day, number: Math.min(of, number), of }
}

export interface PlanDay {
  day: Day
  number: number
  isToday: boolean
  isOver: boolean
  /** Someone logged on this day. */
  isActive: boolean
  /** I logged on this day. */
  isMine: boolean
}

/** Returns all days of a session, in order, and whether anyone or the viewer logged on them. */
export function planDays(place: DayPlace, { days, my_days }: Pick<Today, 'days' | 'my_days'>): PlanDay[] {
  const [active, mine] = [new Set(days), new Set(my_days)]
  return Array.from({ length: place.of }, (_, index) => {
    const number = index + 1
    const day = addDays(place.day, number - place.number)
    const isToday = number === place.number
    return { day, number, isToday, isOver: number < place.number, isActive: active.has(day), isMine: mine.has(day) }
  })
}

/** Returns how many days in a row someone in the session logged. Today does not break the streak before it is over. */
export function roomStreak(days: readonly Day[], day: Day): number {
  return streakOf(
    days.filter(one => one <= day),
    day,
    { weekdays: [], pauses: [] }
  ).current
}

/**
 * The most usernames in `done_by`, as many as the page lists. Up to this number live events can keep the count exact.
 */
export const MOST_NAMED = 500

/** Updates the progress of today with a log from a live event. */
export function withLogged(
  before: Today,
  log: { username: string; day: Day; task_uuid: string | null },
  me: string | undefined
): Today {
  const isMine = log.username === me
  const add = (days: readonly Day[]): Day[] => [...new Set([...days, log.day])].sort()
  const next = {
    ...before,
    days: add(before.days),
    my_days: isMine ? add(before.my_days) : before.my_days
  }
  if (log.day !== before.day) return next
  const my_tasks = isMine && log.task_uuid ? [...new Set([...before.my_tasks, log.task_uuid])] : before.my_tasks
  const isKnown = before.done_by.includes(log.username)
  // Beyond the limit the person may be counted already, so only reloading the page updates the count.
  if (isKnown || before.done_count >= MOST_NAMED) return { ...next, my_tasks }
  return { ...next, my_tasks, done_by: [...before.done_by, log.username], done_count: before.done_count + 1 }
}
