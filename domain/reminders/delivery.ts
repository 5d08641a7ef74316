/**
 * When somebody is told of something by push or mail, and whether still. What is told in the page is there at once.
 *
 * The rule that surprises: quiet hours put off what can wait and drop what cannot. A reply comes in the morning; a
 * session that starts at night is in the inbox alone.
 *
 * Units: instants and durations are milliseconds.
 */
import type { Plan } from '../activities/plan.ts'
import { partSeconds } from '../activities/schedule.ts'
import { SessionStatus } from '../sessions/status.ts'
import { type Choices, channelsOf, type ReminderKind, type Way } from './kinds.ts'
import { type QuietHours, quietEnd } from './quiet.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A session that has a start is announced so long before it. */
export const SOON = 10 * MINUTE
/** A turn that is shorter is over by the time somebody has come. */
const SHORTEST_TURN = 2 * MINUTE

/** How long after one push or mail about the same thing the next one waits: many cheers are one piece of news. */
const REST: Record<ReminderKind, number> = {
  session_soon: 0,
  session_again: 0,
  group_session: 0,
  your_turn: 0,
  post_reply: 10 * MINUTE,
  log_cheer: HOUR,
  proposal_declined: 0
}
/** News that nobody could be told of for so long is in the inbox. */
const NEWS_LASTS = DAY

/** Until when it makes sense to tell somebody. `end` is that of the turn or the start of the session. */
export function lastsUntil(kind: ReminderKind, at: number, end: number | null): number {
  switch (kind) {
    case 'post_reply':
    case 'log_cheer':
    case 'proposal_declined':
      return at + NEWS_LASTS
    case 'group_session':
      return end ?? at + NEWS_LASTS
    default:
      return end ?? at
  }
}

interface News {
  kind: ReminderKind
  until: number
}

/** How somebody wants to be left alone. */
export interface Rest {
  quiet: QuietHours | null
  time_zone: string
}

/**
 * When a push or a mail is due; null when it would come too late.
 * @param last when the last one about the same thing was sent
 */
export function dueFor({ kind, until }: News, now: number, last: number | null, rest: Rest): number | null {
  const rested = last === null ? now : Math.max(now, last + REST[kind])
  const due = quietEnd(rested, rest.quiet, rest.time_zone)
  return due < until ? due : null
}

/** What a reminder is about, as it is now. */
export interface About {
  /** Null for a log outside of a session. */
  session: { status: SessionStatus; startsAt: number | null } | null
  /** Whether its person is in the session. */
  isIn: boolean
  /** Whether their post or log is gone. */
  isGone: boolean
}

/**
 * Whether what was told still holds: a session that was moved, cancelled or left is not announced.
 * @internal Exported for tests too.
 */
export function stillHolds(kind: ReminderKind, at: number, { session, isIn, isGone }: About): boolean {
  switch (kind) {
    case 'session_soon':
      return isIn && session?.status === SessionStatus.NotStarted && session.startsAt === at
    case 'session_again':
      return session?.status === SessionStatus.NotStarted
    case 'group_session':
      return session !== null && session.status !== SessionStatus.Ended
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
 * What becomes of a push or mail whose time has come: it is sent, put off because quiet hours were chosen meanwhile, or
 * dropped, because it was read, switched off, does not hold any more or is too late.
 */
export function nextStep(waiting: Waiting, now: number): 'send' | 'drop' | { putOff: number } {
  const { kind, way, at, isRead, about, choices, rest } = waiting
  const isWanted = !isRead && channelsOf(choices, kind).includes(way) && stillHolds(kind, at, about)
  const due = isWanted ? dueFor(waiting, now, null, rest) : null
  if (due === null) return 'drop'
  return due <= now ? 'send' : { putOff: due }
}

/**
 * Whether a participant is reminded of a start: who came within the last ten minutes before it knows. A session that is
 * moved closer is announced at once.
 */
export function isToldOfStart(joinedAt: number, startsAt: number, now: number): boolean {
  return startsAt - SOON <= now && now < startsAt && joinedAt <= startsAt - SOON
}

/** Whether a plan has turns of which it is worth telling somebody. */
export function hasTurnsToTell({ parts }: Pick<Plan, 'parts'>): boolean {
  return parts.some(group =>
    group.parts.some(part => part.per_participant && partSeconds(part) * 1000 >= SHORTEST_TURN)
  )
}

/** Whether it is worth telling somebody that it is their turn: one that lasts, in a room where they are not. */
export function isToldOfTurn(turn: { startsAt: number; endsAt: number }, now: number, isHere: boolean): boolean {
  return !isHere && turn.startsAt <= now && now < turn.endsAt && turn.endsAt - turn.startsAt >= SHORTEST_TURN
}

/** Offered on the page of a session: it has a start, and time is left to be reminded of it. */
export function offersReminder(startsAt: number | null, now: number): boolean {
  return startsAt !== null && now < startsAt - SOON
}

const MOST_ATTEMPTS = 8
const LONGEST_WAIT = HOUR

/**
 * How long to wait after the `attempts`-th time that a device was not reached: a minute, then twice as long each time, up
 * to an hour. Null when it is given up. `asked` is what the push service asks for.
 */
export function pushRetryDelay(attempts: number, asked = 0): number | null {
  if (attempts >= MOST_ATTEMPTS) return null
  return Math.max(Math.min(MINUTE * 2 ** (attempts - 1), LONGEST_WAIT), Math.min(asked, LONGEST_WAIT))
}
