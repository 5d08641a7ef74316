/**
 * A session as an event of a calendar. Its times are instants in UTC, which each calendar shows in its own zone. A session
 * without a start is in no calendar. Instants are milliseconds since 1970, durations seconds.
 */
import { SessionStatus } from '../sessions/status.ts'

const DAY = 86_400_000
/** The feed has what ended at most so long ago, and what was cancelled: a calendar drops what it is told is cancelled. */
export const FEED_PAST = 90 * DAY
export const MOST_FEED_EVENTS = 1000

interface Session {
  id: number
  title: string
  slug: string
  startsAt: number
  /** Null while it waits; its end then follows from `duration`. */
  endsAt: number | null
  duration: number
  createdAt: number
  updatedAt: number
  isCancelled: boolean
}

export interface CalendarEvent {
  /** The same for as long as the session is there, and for no session of another server. */
  uid: string
  title: string
  /** Path of its page. */
  path: string
  startsAt: number
  endsAt: number
  /** One that lasts longer than a day leaves its days free for other events. */
  isBusy: boolean
  isCancelled: boolean
  /** Grows with each change, so that a calendar knows the newer one of two. */
  sequence: number
  changedAt: number
}

/** A session as its event. */
export function calendarEvent(session: Session): CalendarEvent {
  const { id, title, slug, startsAt, createdAt, updatedAt, isCancelled } = session
  // One that was cancelled has ended then; its event stays where it was.
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

/** Whether its page offers to add it: before it starts, and while it runs for longer than a day. */
export function offersCalendar({ status, startsAt, endsAt }: Clock): boolean {
  if (startsAt === null || status === SessionStatus.Ended) return false
  return status === SessionStatus.NotStarted || (endsAt !== null && endsAt - startsAt > DAY)
}
