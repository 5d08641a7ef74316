/**
 * A session as a calendar event. Its times are in UTC; each calendar shows them in its own zone. A session without a
 * start is in no calendar. Instants are milliseconds since 1970, durations seconds.
 */
import { type Rule, rruleOf } from '../sessions/repeats.ts'
import { SessionStatus } from '../sessions/status.ts'

const DAY = 86_400_000
/**
 * The feed includes sessions that ended at most this long ago. It also includes cancelled sessions, because a calendar
 * only removes an event when the feed marks it as cancelled.
 */
export const FEED_PAST = 90 * DAY
export const MOST_FEED_EVENTS = 1000

interface Session {
  id: number
  title: string
  slug: string
  startsAt: number
  /** Null before the session starts; the end then follows from `duration`. */
  endsAt: number | null
  duration: number
  createdAt: number
  updatedAt: number
  isCancelled: boolean
}

export interface CalendarEvent {
  /** Never changes, and differs from that of every session on any server. */
  uid: string
  title: string
  /** Path of the session's page. */
  path: string
  startsAt: number
  endsAt: number
  /** Its start is the midnight in UTC of its first day, and its end that of the day after the last. */
  isAllDay?: true
  /** False for a session that lasts longer than a day: it does not block its days for other events. */
  isBusy: boolean
  isCancelled: boolean
  /** Seconds from the creation to the last change. A calendar keeps the version with the higher number. */
  sequence: number
  changedAt: number
  /** Of an event that repeats; its start is the first date. */
  repeats?: Repetition
  /** Of a date that differs from its rule: the time that the rule gives it. It has the uid of the event that repeats. */
  instead?: { at: number; zone: string }
}

interface Repetition {
  /** The RRULE of RFC 5545, such as `RRULE:FREQ=WEEKLY;BYDAY=TU`. */
  rule: string
  zone: string
  /** Dates of the rule that don't take place. */
  except: readonly number[]
}

/** Converts a session to its calendar event. */
export function calendarEvent(session: Session): CalendarEvent {
  const { id, title, slug, startsAt, createdAt, updatedAt, isCancelled } = session
  // Cancelling a session sets its end to that moment, but its event keeps the planned time.
  const planned = startsAt + session.duration * 1000
  const endsAt = Math.max(startsAt, isCancelled ? planned : (session.endsAt ?? planned))
  return {
    uid: `session-${id}-${createdAt}@challenge-hut`,
    title,
    path: `/sessions/${slug}`,
    startsAt,
    endsAt,
    isBusy: endsAt - startsAt <= DAY,
    isCancelled,
    sequence: Math.max(0, Math.floor((updatedAt - createdAt) / 1000)),
    changedAt: updatedAt
  }
}

interface Clock {
  status: SessionStatus
  startsAt: number | null
  endsAt: number | null
}

/**
 * Whether the session's page offers to add it to a calendar: before it starts, or while it runs if it is longer than a
 * day.
 */
export function offersCalendar({ status, startsAt, endsAt }: Clock): boolean {
  if (startsAt === null || status === SessionStatus.Ended) return false
  return status === SessionStatus.NotStarted || (endsAt !== null && endsAt - startsAt > DAY)
}

interface Series {
  id: number
  title: string
  slug: string
  duration: number
  rule: Rule
  createdAt: number
  updatedAt: number
}

/** A date of a series that has been made. */
export interface SeriesDate extends Omit<Session, 'id' | 'createdAt'> {
  /** The time that the rule gives it. */
  plannedAt: number
}

/**
 * Converts a series to one event that repeats, and one for each date whose time, length or title differs from it (D-150).
 * A cancelled date is an exception. Dates that are not made yet follow the rule.
 * @param dates those made since the rule began; for a person's own calendar the dates without them are cancelled
 */
export function seriesEvents(series: Series, dates: readonly SeriesDate[]): CalendarEvent[] {
  const { id, title, slug, duration, rule, createdAt } = series
  const { zone, startsAt } = rule
  const uid = `series-${id}-${createdAt}@challenge-hut`
  const changedAt = dates.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), series.updatedAt)
  const whole: CalendarEvent = {
    ...calendarEvent({ ...{ id, title, slug, startsAt, duration, createdAt }, ...UNBEGUN, updatedAt: changedAt }),
    ...{ uid, path: `/series/${slug}/next` },
    repeats: {
      ...{ rule: rruleOf(rule).rule, zone },
      except: dates.filter(date => date.isCancelled).map(date => date.plannedAt)
    }
  }
  const others = dates.filter(
    date =>
      !date.isCancelled && (date.startsAt !== date.plannedAt || date.title !== title || date.duration !== duration)
  )
  return [
    whole,
    ...others.map(({ plannedAt: at, ...date }) => ({
      ...calendarEvent({ ...date, id, createdAt }),
      ...{ uid, instead: { at, zone } }
    }))
  ]
}

const UNBEGUN = { endsAt: null, isCancelled: false }
