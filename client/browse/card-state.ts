/**
 * The state of a card at a given moment. Computed here, because the server's status is out of date once a countdown
 * ends.
 */
import type { Card } from '../../domain/browse/api.ts'
import { instant } from '../../domain/lib/instant.ts'
import { mayJoin } from '../../domain/sessions/people/join.ts'
import { endAt, SessionStatus, type SessionTimes, statusAt } from '../../domain/sessions/status.ts'

export interface CardState {
  status: 'soon' | 'running' | 'ended'
  /** Precedes the countdown; stands alone without one. */
  text: string
  /** End of the countdown, in ms. */
  until: number | null
}

type Timed = Pick<Card, 'status' | 'started_at' | 'ended_at' | 'paused_since' | 'duration'>

export function cardState(card: Timed, now: number): CardState {
  const times = timesOf(card)
  switch (statusAt(times, now)) {
    case SessionStatus.Ended:
      return { status: 'ended', text: 'Ended', until: null }
    case SessionStatus.Running: {
      const until = endAt(times, now)
      return { status: 'running', text: until === null ? 'In progress' : 'Ends in', until }
    }
    case SessionStatus.NotStarted: {
      const until = times.startsAt
      return { status: 'soon', text: until === null ? 'Awaiting participants' : 'Starts in', until }
    }
  }
}

/**
 * Whether to offer Join or Follow: only to people who have not joined, while it runs and has places, never for a
 * template (ACT-046..ACT-048).
 */
export function offersToJoin(card: Card, now: number): boolean {
  const status = card.kind === 'session' ? statusAt(timesOf(card), now) : SessionStatus.NotStarted
  return mayJoin({ ...card, status }, { joined: card.is_joined === 1 })
}

function timesOf(card: Timed): SessionTimes {
  return {
    status: card.status,
    startsAt: timeOf(card.started_at),
    endsAt: timeOf(card.ended_at),
    duration: card.duration,
    pausedSince: timeOf(card.paused_since)
  }
}

function timeOf(date: string | null): number | null {
  return date === null ? null : instant(date)
}
