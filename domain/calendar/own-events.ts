/**
 * The reminders of goals and the units of programmes as calendar events, for those who choose them (D-150 has sessions).
 *
 * The rule that surprises: a reminder repeats as RFC 5545 says, whether its goal is met or not. A calendar can't know.
 *
 * Units: instants are milliseconds since 1970.
 */
import type { Pause } from '../days/streak.ts'
import { addDays, type Calendar, type Day, dayOf, instantOn, startOfDay, weekdayOf } from '../lib/day.ts'
import type { Week } from '../programmes/programme.ts'
import { daysOfUnits, type Following } from '../programmes/progress.ts'
import { nextReminder } from '../reminders/goal-times.ts'
import { type CalendarEvent, FEED_PAST } from './event.ts'

const DAY = 86_400_000
const QUARTER = 900_000
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** How far ahead days without a reminder are named. Nobody is away for longer. */
const AHEAD = 400

/** A goal that reminds its person. */
export interface RemindingGoal {
  id: number
  title: string
  /** A time such as "20:00", and weekdays from 1 (Monday); an empty list means every day. */
  at: string
  weekdays: readonly number[]
  /** When the reminder was chosen. */
  chosenAt: number
  startsAt: number | null
  endsAt: number | null
  pauses: readonly Pause[]
  createdAt: number
  updatedAt: number
}

/** Converts a reminder to an event that repeats; null when no more come. */
export function goalEvent(goal: RemindingGoal, calendar: Calendar, now: number): CalendarEvent | null {
  const { id, title, at, createdAt, pauses } = goal
  const weekdays = [...goal.weekdays]
  const startsAt = nextReminder({ at, weekdays }, calendar, Math.max(goal.chosenAt, goal.startsAt ?? 0) - 1)
  const last = pauses.at(-1)
  const restsFrom = last?.until === null ? startOfDay(last.from, calendar) : Number.POSITIVE_INFINITY
  const until = Math.min(goal.endsAt ?? Number.POSITIVE_INFINITY, restsFrom)
  if (until <= startsAt) return null
  const changedAt = Math.max(goal.updatedAt, goal.chosenAt)
  return {
    uid: `goal-${id}-${createdAt}@challenge-hut`,
    title,
    path: `/my/goals/${id}`,
    startsAt,
    endsAt: startsAt + QUARTER,
    isBusy: false,
    isCancelled: false,
    sequence: Math.max(0, Math.floor((changedAt - createdAt) / 1000)),
    changedAt,
    repeats: {
      rule: ruleOf(at, weekdays, calendar, until),
      zone: calendar.time_zone,
      except: daysOff(pauses, dayOf(startsAt, calendar), dayOf(now, calendar))
        .filter(day => weekdays.length === 0 || weekdays.includes(weekdayOf(day)))
        .map(day => instantOn(day, at, calendar))
        .filter(instant => instant >= startsAt && instant < until)
    }
  }
}

/** A time before the hour at which days begin is on the next date, so its weekdays are the next ones too. */
function ruleOf(at: string, weekdays: readonly number[], { day_start }: Calendar, until: number): string {
  const shift = Number(at.slice(0, 2)) < day_start ? 1 : 0
  const days = weekdays.map(day => WEEKDAYS[(day - 1 + shift) % 7]).join(',')
  const end = Number.isFinite(until) ? `;UNTIL=${utcText(until - 1000)}` : ''
  return `RRULE:${days === '' ? 'FREQ=DAILY' : `FREQ=WEEKLY;BYDAY=${days}`}${end}`
}

function utcText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Days of pauses that end. The day of coming back has its reminder. */
function daysOff(pauses: readonly Pause[], first: Day, today: Day): Day[] {
  const [from, to] = [addDays(today, -FEED_PAST / DAY), addDays(today, AHEAD)]
  const days: Day[] = []
  for (const pause of pauses) {
    let day = [pause.from, first, from].reduce((latest, one) => (one > latest ? one : latest))
    while (pause.until !== null && day < pause.until && day <= to) {
      days.push(day)
      day = addDays(day, 1)
    }
  }
  return days
}

interface FollowedProgramme extends Following {
  id: number
  title: string
  weeks: readonly Week[]
  pauses: readonly Pause[]
  createdAt: number
}

/** Converts the units of a programme to events of whole days: those that were done lately, and those to come. */
export function unitEvents(programme: FollowedProgramme, today: Day): CalendarEvent[] {
  const { id, weeks, createdAt, pauses } = programme
  const changedAt = Date.parse(today)
  const from = addDays(today, -FEED_PAST / DAY)
  const seen = new Set<string>()
  // Backwards, so that a unit of a week that was repeated shows its next or last day.
  const dated = daysOfUnits(weeks, programme, pauses, today).reverse()
  return dated.flatMap(({ week, unit, day }) => {
    const uid = `unit-${id}-${week}-${unit}-${createdAt}@challenge-hut`
    const title = weeks[week]?.units[unit]?.title
    if (title === undefined || day < from || seen.has(uid)) return []
    seen.add(uid)
    const startsAt = Date.parse(day)
    return [
      {
        ...{ uid, title: `${title} · ${programme.title}`, path: `/my/programmes/${id}` },
        ...{ startsAt, endsAt: startsAt + DAY, isAllDay: true, isBusy: false, isCancelled: false },
        ...{ sequence: Math.max(0, Math.floor((changedAt - createdAt) / 1000)), changedAt }
      }
    ]
  })
}
