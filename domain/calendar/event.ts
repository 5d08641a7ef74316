/**
 * A session as a calendar event. Its times are in UTC; each calendar shows them in its own zone. A session without a
 * start is in no calendar. Instants are milliseconds since 1970, durations seconds.
 */
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
  /** False for a session that lasts longer than a day: it does not block its days for other events. */
  isBusy: boolean
  isCancelled: boolean
  /** Seconds from the creation to the last change. A calendar keeps the version with the higher number. */
  sequence: number
  changedAt: number
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
