/** What a card says about itself at a moment; the server's status may be a few seconds old when a countdown ends. */
import type { Card } from '../../domain/browse/api.ts'
import { spotsLeft } from '../../domain/sessions/join.ts'

export interface CardState {
  status: 'soon' | 'running' | 'ended'
  /** Before the countdown, or alone when there is nothing to count. */
  text: string
  /** What the countdown counts to, in ms. */
  until: number | null
}

type Timed = Pick<Card, 'status' | 'started_at' | 'ended_at' | 'duration'>

export function cardState(card: Timed, now: number): CardState {
  const starts = card.started_at === null ? null : Date.parse(card.started_at)
  const begun = card.status === 1 || (card.status === 0 && starts !== null && starts <= now)
  // Before it starts the end is not stored yet.
  const ends =
    card.ended_at !== null
      ? Date.parse(card.ended_at)
      : card.status === 0 && starts !== null
        ? starts + card.duration * 1000
        : null
  if (card.status === 2 || (begun && ends !== null && ends <= now))
    return { status: 'ended', text: 'Ended', until: null }
  if (begun) {
    if (ends === null) return { status: 'running', text: 'In progress', until: null }
    return { status: 'running', text: 'Ends in', until: ends }
  }
  if (starts === null) return { status: 'soon', text: 'Awaiting participants', until: null }
  return { status: 'soon', text: 'Starts in', until: starts }
}

/** Join or Follow: for whom is not in yet, while it lasts and places remain; never for a template (ACT-046..ACT-048). */
export function offersToJoin(card: Card, now: number): boolean {
  if (card.is_joined || card.is_preset) return false
  if (card.kind === 'session' && cardState(card, now).status === 'ended') return false
  return spotsLeft(card) !== 0
}
