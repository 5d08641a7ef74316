/**
 * When to send a reminder by push or mail, and when to drop it. The inbox shows reminders at once.
 *
 * The rule that surprises: quiet hours delay reminders that can wait and drop those that cannot. A reply is pushed in
 * the morning. The start of a session at night is only in the inbox.
 *
 * Units: instants and durations are milliseconds.
 */
import { SessionStatus } from '../sessions/status.ts'
import { type Choices, channelsOf, type ReminderKind, type Way } from './kinds.ts'
import { type QuietHours, quietEnd } from './quiet.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long before the start of a session its participants are reminded. */
export const SOON = 10 * MINUTE
/** Shorter turns give no reminder: they would be over before the person arrives. */
export const SHORTEST_TURN = 2 * MINUTE

/** The least time between two pushes or mails about the same thing, so that many cheers give one. */
const REST: Record<ReminderKind, number> = {
  session_soon: 0,
  session_again: 0,
  group_session: 0,
  followed_news: HOUR,
  followed_activity: HOUR,
  place_offered: 0,
  place_free: 0,
  waitlist_ended: 0,
  place_unpaid: 0,
  series_asks: 0,
  series_stopped: 0,
  series_changed: 0,
  your_turn: 0,
  goal_due: 0,
  post_reply: 10 * MINUTE,
  log_cheer: HOUR,
  proposal_declined: 0,
  report_decided: 0,
  content_decided: 0
}
/** News that could not be sent for this long stay in the inbox only. */
const NEWS_LASTS = DAY
/** Somebody has probably taken a free place after this time. */
const PLACE_LASTS = HOUR / 2

/**
 * Returns when a reminder expires.
 * @param at when the event happened or will happen
 * @param end the end of the turn, of the offer or of the hours for a goal, or the start of the session, if there is one
 */
export function lastsUntil(kind: ReminderKind, at: number, end: number | null): number {
  switch (kind) {
    case 'post_reply':
    case 'log_cheer':
    case 'proposal_declined':
    case 'report_decided':
    case 'content_decided':
    case 'waitlist_ended':
    case 'series_asks':
    case 'series_stopped':
    case 'series_changed':
    case 'followed_activity':
      return at + NEWS_LASTS
    case 'place_free':
      return at + PLACE_LASTS
    case 'group_session':
    case 'followed_news':
      return end ?? at + NEWS_LASTS
    default:
      return end ?? at
  }
}

/** Why a push failed when this hut sends none. */
export const SWITCHED_OFF = 'switched off'

interface News {
  kind: ReminderKind
  until: number
}

/** A person's quiet hours and the zone that they apply to. */
export interface Rest {
  quiet: QuietHours | null
  time_zone: string
}

/**
 * Returns when to send a push or mail; null when it would expire first.
 * @param last when the last one about the same thing was sent
 */
export function dueFor({ kind, until }: News, now: number, last: number | null, rest: Rest): number | null {
  const rested = last === null ? now : Math.max(now, last + REST[kind])
  const due = quietEnd(rested, rest.quiet, rest.time_zone)
  return due < until ? due : null
}

/** The current state of the things that a reminder is about. */
export interface About {
  /** Null for a log outside of a session. */
  session: { status: SessionStatus; startsAt: number | null } | null
  /** Whether the person is in the session. */
  isIn: boolean
  /** Whether their post or log was deleted. */
  isGone: boolean
  /** The person's chance on the waitlist: an offer, or a place for the first press; null for neither. */
  place: 'offered' | 'free' | null
}

/**
 * Whether a reminder is still true: a session that was moved, cancelled or left gives none.
 * @internal Exported for tests too.
 */
export function stillHolds(kind: ReminderKind, at: number, { session, isIn, isGone, place }: About): boolean {
  switch (kind) {
    case 'session_soon':
      return isIn && session?.status === SessionStatus.NotStarted && session.startsAt === at
    case 'place_unpaid':
      return isIn && session?.status === SessionStatus.NotStarted
    case 'session_again':
      return session?.status === SessionStatus.NotStarted
    case 'group_session':
      return session !== null && session.status !== SessionStatus.Ended
    case 'followed_news':
      return !isGone && session?.status !== SessionStatus.Ended
    case 'place_offered':
      return place === 'offered'
    case 'place_free':
      return place === 'free'
    case 'your_turn':
      return isIn && session?.status === SessionStatus.Running
    default:
      return !isGone
  }
}

interface Waiting extends News {
  at: number
  way: Way
  isRead: boolean
  about: About
  choices: Choices
  rest: Rest
}

/**
 * Decides about a push or mail that is due: to send it, to delay it because of new quiet hours, or to drop it because
 * it was read, was switched off, is no longer true or has expired.
 */
export function nextStep(waiting: Waiting, now: number): 'send' | 'drop' | { putOff: number } {
  const { kind, way, at, isRead, about, choices, rest } = waiting
  const isWanted = !isRead && channelsOf(choices, kind).includes(way) && stillHolds(kind, at, about)
  const due = isWanted ? dueFor(waiting, now, null, rest) : null
  if (due === null) return 'drop'
  return due <= now ? 'send' : { putOff: due }
}

/**
 * Whether to remind a participant of a start now: within the last ten minutes before it, unless they joined in these.
 * When a session is moved closer, that is at once.
 */
export function isRemindedOfStart(joinedAt: number, startsAt: number, now: number): boolean {
  return startsAt - SOON <= now && now < startsAt && joinedAt <= startsAt - SOON
}

/** Whether to remind a person of their turn: it runs, is long enough, and they don't have the session's page open. */
export function isRemindedOfTurn(turn: { startsAt: number; endsAt: number }, now: number, isHere: boolean): boolean {
  return !isHere && turn.startsAt <= now && now < turn.endsAt && turn.endsAt - turn.startsAt >= SHORTEST_TURN
}

/** Whether the page of a session offers a reminder: its start is more than ten minutes away. */
export function offersReminder(startsAt: number | null, now: number): boolean {
  return startsAt !== null && now < startsAt - SOON
}

const MOST_ATTEMPTS = 8
const LONGEST_WAIT = HOUR

/**
 * Returns how long to wait after the `attempts`-th failed push to a device: a minute, then twice as long each time, up
 * to an hour. Null after the last attempt.
 * @param asked the delay that the push service requests; it counts up to an hour
 */
export function pushRetryDelay(attempts: number, asked = 0): number | null {
  if (attempts >= MOST_ATTEMPTS) return null
  return Math.max(Math.min(MINUTE * 2 ** (attempts - 1), LONGEST_WAIT), Math.min(asked, LONGEST_WAIT))
}
