/**
 * The waitlist of a full session (D-151). A free place is offered to the first person in line. The offer holds the place.
 *
 * The rule that surprises: from ten minutes before the start there are no offers. A free place is news for everyone who
 * waits, and the first press gets it. An offer that this moment cuts short ends, and its person waits with the
 * others. An offer that lasted its full time takes its person off the list.
 *
 * Units: instants are milliseconds since 1970.
 */
import type { Refusal } from '../../lib/refusal.ts'
import { type QuietHours, quietEnd } from '../../reminders/quiet.ts'
import { SessionStatus } from '../status.ts'
import { type Joinable, joinCheck, spotsLeft } from './join.ts'

const MINUTE = 60_000
/** How long an offer lasts. */
const OFFER = 30 * MINUTE
/** How long before the start the offers end. */
const LAST_CALL = 10 * MINUTE
/** An offer at night waits for the morning, unless the session starts before `LATE_ENOUGH`. */
const NIGHT: QuietHours = { from: '22:00', until: '07:00' }
const LATE_ENOUGH: QuietHours = { from: '07:00', until: '09:00' }

/** A person on the list. */
export interface Waiting {
  user_id: number
  /** The lowest is first in line. */
  rank: number
  time_zone: string
  /** A suspended person keeps their place in line and gets no offers meanwhile. */
  suspended: boolean
  /** When the person's offer begins, which may be in the morning; null without an offer. It holds the place before. */
  opens_at: number | null
  /** When the person got the news of their offer, or of a place for the first press. */
  told_at: number | null
}

export interface Waitlist {
  status: SessionStatus
  /** Null without a planned start. */
  startsAt: number | null
  /** Null = no limit. */
  limit: number | null
  /** The number of people who are in. */
  people: number
  /** In any order. */
  entries: readonly Waiting[]
}

export interface Settled {
  /** Everyone who waits afterwards, first in line first. */
  entries: Waiting[]
  /** People whose offer has passed. They no longer wait. */
  lapsed: number[]
  /** People to tell about their offer, which begins now. */
  offered: number[]
  /** People to tell that the first press gets a place. */
  free: number[]
  /** When to settle the list again; null when only people change it. */
  nextAt: number | null
}

/** Whether places are given to the first press: from ten minutes before the start on. */
function isLastCall({ status, startsAt }: Pick<Waitlist, 'status' | 'startsAt'>, now: number): boolean {
  return status !== SessionStatus.NotStarted || (startsAt !== null && startsAt - LAST_CALL <= now)
}

/** Returns when an offer ends: after half an hour, and at the latest ten minutes before the start. */
export function offerEnd(opensAt: number, startsAt: number | null): number {
  return Math.min(opensAt + OFFER, startsAt === null ? Number.POSITIVE_INFINITY : startsAt - LAST_CALL)
}

/**
 * Returns when an offer of now begins: between 22:00 and 7:00 in the person's zone at 7:00, if the session starts after
 * 9:00. A session without a planned start may begin at any moment, so its offers begin now.
 * @internal Exported for tests too.
 */
export function offerStart(now: number, timeZone: string, startsAt: number | null): number {
  const morning = quietEnd(now, NIGHT, timeZone)
  if (morning === now || startsAt === null) return now
  return startsAt > quietEnd(morning, LATE_ENOUGH, timeZone) ? morning : now
}

/**
 * Returns the list as it is at `now`: ends offers that have passed, withdraws those that have no place any more, and
 * offers free places in the order of the line. A second call at the same time changes nothing.
 */
export function settleWaitlist(list: Waitlist, now: number): Settled {
  const line = list.entries.toSorted((a, b) => a.rank - b.rank)
  const lapsed = line.filter(one => hasLapsed(one, list.startsAt, now)).map(({ user_id }) => user_id)
  const waiting = line.filter(({ user_id }) => !lapsed.includes(user_id))
  const open = list.limit === null ? Number.POSITIVE_INFINITY : Math.max(0, list.limit - list.people)
  return {
    lapsed,
    ...(isLastCall(list, now) ? callEveryone(waiting, open, now) : offerInTurn(list, waiting, open, now))
  }
}

/** Whether an offer lasted its full time. Its person got the news, even if the server was down in the morning. */
function hasLapsed({ opens_at, told_at }: Waiting, startsAt: number | null, now: number): boolean {
  if (opens_at === null || told_at === null) return false
  const full = opens_at + OFFER
  return full <= now && full <= offerEnd(opens_at, startsAt)
}

/** Each free place is news once. The next one is news after the session was full in between. */
function callEveryone(waiting: readonly Waiting[], open: number, now: number): Omit<Settled, 'lapsed'> {
  const isFree = open > 0
  // The end of an offer that was cut short is news too.
  const isNews = ({ opens_at, told_at }: Waiting): boolean => isFree && (opens_at !== null || told_at === null)
  return {
    entries: waiting.map(one => ({
      ...one,
      opens_at: null,
      told_at: isNews(one) ? now : isFree ? one.told_at : null
    })),
    offered: [],
    free: waiting.filter(isNews).map(({ user_id }) => user_id),
    nextAt: null
  }
}

function offerInTurn(
  { startsAt }: Waitlist,
  waiting: readonly Waiting[],
  open: number,
  now: number
): Omit<Settled, 'lapsed'> {
  // A host who takes places away takes the last offers back. Those people are first in line again.
  const holders = waiting.filter(({ opens_at }) => opens_at !== null).slice(0, open)
  const next = waiting
    .filter(({ opens_at, suspended }) => opens_at === null && !suspended)
    .slice(0, Math.max(0, open - holders.length))
  const offered: Settled['offered'] = []
  const entries = waiting.map((one): Waiting => {
    const isHolder = holders.includes(one)
    if (!isHolder && !next.includes(one)) return { ...one, opens_at: null, told_at: null }
    if (isHolder && one.told_at !== null) return one
    // The start may have moved since, so that the offer begins at another time.
    const opens_at = offerStart(now, one.time_zone, startsAt)
    if (opens_at > now) return { ...one, opens_at, told_at: null }
    offered.push(one.user_id)
    return { ...one, opens_at: now, told_at: now }
  })
  return { entries, offered, free: [], nextAt: nextChange(entries, startsAt) }
}

function nextChange(entries: readonly Waiting[], startsAt: number | null): number | null {
  const times = entries.flatMap(({ opens_at, told_at }) => {
    if (opens_at === null) return []
    return [told_at === null ? opens_at : offerEnd(opens_at, startsAt)]
  })
  if (entries.length > 0 && startsAt !== null) times.push(startsAt - LAST_CALL)
  return times.length === 0 ? null : Math.min(...times)
}

/** Returns the number of places that are offered. */
export function heldPlaces(entries: readonly Pick<Waiting, 'opens_at'>[]): number {
  return entries.filter(({ opens_at }) => opens_at !== null).length
}

/**
 * Returns the ranks after a person without tokens has passed their offer on: they change places with the next person in
 * line who has no offer. Null when nobody else waits, so that the offer stays theirs until it ends.
 */
export function passOn(
  entries: readonly Pick<Waiting, 'user_id' | 'rank' | 'opens_at' | 'suspended'>[],
  userId: number
): { user_id: number; rank: number }[] | null {
  const mine = entries.find(({ user_id }) => user_id === userId)
  const [next] = entries
    .filter(({ opens_at, suspended, user_id }) => opens_at === null && !suspended && user_id !== userId)
    .toSorted((a, b) => a.rank - b.rank)
  if (!mine || !next) return null
  return [
    { user_id: next.user_id, rank: Math.min(mine.rank, next.rank) },
    { user_id: userId, rank: Math.max(mine.rank, next.rank) }
  ]
}

/** The refusal of a guest, whom an offer could not reach (D-152). @internal For tests too. */
export const GUESTS_CANNOT_WAIT = 'Guests can’t wait, because we couldn’t reach you. Register to join the waitlist.'
/** @internal For tests too. */
export const NO_WAITLIST = 'The host has ended the waitlist.'
/** The refusal of someone who could simply join. @internal For tests too. */
export const HAS_PLACE = 'This session has a place for you. Join it now.'

/**
 * Returns null when the person may join the waitlist, and 'already' when they wait. Else the first refusal: those of
 * joining (`joinCheck`), 403 for a guest, 409 for someone who is in, while there are places, and after the host has
 * ended the waitlist.
 */
export function waitCheck(
  session: (Joinable & { waitlist_ended: boolean }) | null,
  visitor: Parameters<typeof joinCheck>[1] & { isGuest: boolean; waits: boolean }
): Refusal | 'already' | null {
  const refusal = joinCheck(session && { ...session, participant_limit: null }, visitor)
  if (refusal === 'already') return { kind: 'conflict', message: 'You’re in this session already.' }
  if (refusal !== null && refusal.kind !== 'wrongCode') return refusal
  if (visitor.isGuest) return { kind: 'forbidden', message: GUESTS_CANNOT_WAIT }
  if (visitor.waits) return 'already'
  if (session?.waitlist_ended) return { kind: 'conflict', message: NO_WAITLIST }
  if (session && spotsLeft(session) !== 0) return { kind: 'conflict', message: HAS_PLACE }
  return refusal
}
