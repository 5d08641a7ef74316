/**
 * Sessions that last for days: which day of one it is, and what was done on it. For minutes and hours the clock leads,
 * for days today leads.
 *
 * The rule that surprises: a session of thirty times 24 hours that begins at noon touches 31 dates. It has 30 days, and what
 * is left of it on the last date belongs to the thirtieth.
 */
import * as z from 'zod/mini'
import { addDays, type Calendar, type Day, dayOf, daysBetween, UTC } from '../days/day.ts'
import { streakOf } from '../days/streak.ts'

const DAY_MS = 86_400_000

/** From so many days on a session is one of days. */
const FEWEST_DAYS = 3

/** What a page of such a session says of today, as its reader counts days (a visitor in UTC). */
export const today = z.object({
  day: z.string(),
  /** Usernames of members who logged something today, the first who joined first; at most 500. */
  done_by: z.array(z.string()),
  done_count: z.int(),
  /** Days of the session on which somebody logged something, the earliest first. */
  days: z.array(z.string()),
  /** Those on which I did. */
  my_days: z.array(z.string()),
  /** uuids of goals on which I logged something today. */
  my_tasks: z.array(z.string())
})
export type Today = z.output<typeof today>

interface Times {
  startsAt: number | null
  endsAt: number | null
}

/**
 * How many days it lasts; null for one that the clock leads: a shorter one, and one without an end (D-122).
 */
export function daysIn({ startsAt, endsAt }: Times): number | null {
  if (startsAt === null || endsAt === null) return null
  // An hour less where the clocks change.
  const days = Math.ceil((endsAt - startsAt) / DAY_MS - 1 / 12)
  return days >= FEWEST_DAYS ? days : null
}

export interface DayPlace {
  day: Day
  /** From 1. */
  number: number
  of: number
}

/** Which day of a session it is; null for one that the clock leads. */
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
  /** Somebody logged something on it. */
  isActive: boolean
  isMine: boolean
}

/** Each day of a session, in order, with who did something on it. */
export function planDays(place: DayPlace, { days, my_days }: Pick<Today, 'days' | 'my_days'>): PlanDay[] {
  const [active, mine] = [new Set(days), new Set(my_days)]
  return Array.from({ length: place.of }, (_, index) => {
    const number = index + 1
    const day = addDays(place.day, number - place.number)
    const isToday = number === place.number
    return { day, number, isToday, isOver: number < place.number, isActive: active.has(day), isMine: mine.has(day) }
  })
}

/** How many days in a row somebody in the room logged something. Today breaks nothing before it is over. */
export function roomStreak(days: readonly Day[], day: Day): number {
  return streakOf(
    days.filter(one => one <= day),
    day,
    { weekdays: [], pauses: [] }
  ).current
}

/** How many of those who logged something today are named: as many as a room lists, so that events count the next ones. */
export const MOST_NAMED = 500

/** Today after somebody logged something, as an event of the room tells it. */
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
  // Who is not named may have been counted already: the next load says so.
  if (isKnown || before.done_count >= MOST_NAMED) return { ...next, my_tasks }
  return { ...next, my_tasks, done_by: [...before.done_by, log.username], done_count: before.done_count + 1 }
}
