/**
 * The content of the big ring: the running part, or else what the session waits for. Pure, from the domain's clock.
 * Units: seconds; shares run from 1 (all is left) to 0.
 */

import { partTitle } from '../activities/part-title.ts'
import type { Part, Plan } from '../activities/plan.ts'
import { partSeconds } from '../activities/schedule.ts'
import { type Interval, intervalOf, type Position } from '../goals/timers.ts'
import { clockFace, countdown } from '../lib/duration.ts'
import type { ActivePart, SessionClock } from './clock.ts'
import { SessionStatus } from './status.ts'

export interface Now {
  /** The part's uuid, or null while none runs. */
  uuid: string | null
  /** Shown above the figure. */
  title: string
  /** Null when there is nothing to count. */
  seconds: number | null
  share: number
  /** The current step of an interval, such as "Run · 3 of 8", or whose turn it is. */
  step: { title: string; seconds: number; share: number } | null
  isPaused: boolean
  /** Other parts that run at the same time. */
  also: { uuid: string; title: string; seconds: number }[]
  next: { title: string; inSeconds: number | null } | null
}

/** What sets the colour of a session. */
export type ClockState = 'soon' | 'running' | 'paused' | 'ended'

const STATES: Record<0 | 1 | 2, ClockState> = { 0: 'soon', 1: 'running', 2: 'ended' }

/** The status that sets a session's colour. A paused session is not green. */
export function stateOf({ status, isPaused }: Pick<SessionClock, 'status' | 'isPaused'>): ClockState {
  return isPaused ? 'paused' : STATES[status]
}

/** "Starts in", "Ends in", "Ended"; without a start "Awaiting participants" (SES-059..SES-064, D-83). */
export function statusText(clock: Pick<SessionClock, 'status' | 'remaining'>): string {
  if (clock.status === SessionStatus.Ended) return 'Ended'
  if (clock.status === SessionStatus.Running) return clock.remaining === null ? 'In progress' : 'Ends in'
  return clock.remaining === null ? 'Awaiting participants' : 'Starts in'
}

/**
 * Returns what to show at `now`.
 * @param me my username: my own turn is "Your turn"
 * @param spoken returns the name to say for a username
 */
export function readNow(
  session: Pick<Plan, 'parts'> & { duration: number },
  clock: SessionClock,
  now: number,
  me?: string,
  spoken: (username: string) => string = username => username
): Now {
  const parts = new Map(session.parts.flatMap(group => group.parts.map(part => [part.uuid, part])))
  const titleOf = (uuid: string): string => partTitle(parts.get(uuid))
  const running = clock.groups.flatMap(group => group.active).sort((a, b) => rank(a) - rank(b))
  const [first, ...others] = running
  const next = nextOf(clock, titleOf, now)
  if (clock.status !== SessionStatus.Running || !first) return { ...waiting(session, clock), also: [], next }
  const part = parts.get(first.uuid)
  return {
    uuid: first.uuid,
    title: titleOf(first.uuid),
    seconds: first.remaining,
    share: shareOf(first.remaining, first.elapsed + first.remaining),
    step: stepOf(first, part, me, spoken),
    isPaused: first.state === 'paused',
    also: others.map(other => ({ uuid: other.uuid, title: titleOf(other.uuid), seconds: other.remaining })),
    next
  }
}

/** The text of the part in the ring, as HTML. Empty for a text that people write, because `EditableParts` shows it. */
export function textNow({ parts }: Pick<Plan, 'parts'>, { uuid }: Pick<Now, 'uuid'>): string {
  const part = parts.flatMap(group => group.parts).find(one => one.uuid === uuid)
  return part && !part.edit_content ? part.content : ''
}

const DAY = 86_400

/** A running part's time in minutes and seconds; a long wait in days and hours. */
export function timeText(seconds: number, { status, groups }: Pick<SessionClock, 'status' | 'groups'>): string {
  const inPart = status === SessionStatus.Running && groups.some(group => group.active.length > 0)
  return inPart && seconds <= DAY ? clockFace(seconds) : countdown(seconds)
}

/** The big figure: the step's time in a part with steps. Null when there is nothing to count. */
export function figureOf(now: Now, clock: Pick<SessionClock, 'status' | 'groups'>): string | null {
  const seconds = now.step?.seconds ?? now.seconds
  return seconds === null ? null : timeText(seconds, clock)
}

/** The text that screen readers announce when it changes: the part, work or rest, whose turn it is, a pause. */
export function spokenNow(now: Now, { status, groups }: Pick<SessionClock, 'status' | 'groups'>): string {
  if (status === SessionStatus.NotStarted) return 'The session hasn’t started.'
  if (status === SessionStatus.Ended) return 'The session has ended.'
  if (!groups.some(group => group.active.length > 0))
    return `The session is ${now.isPaused ? 'paused' : 'in progress'}.`
  return [now.title, now.step?.title, now.isPaused ? 'paused' : ''].filter(Boolean).join(', ')
}

function waiting(session: { duration: number }, clock: SessionClock): Omit<Now, 'also' | 'next'> {
  const seconds = clock.remaining
  const whole =
    clock.status === SessionStatus.Running ? clock.elapsed + (seconds ?? 0) : Math.max(session.duration, seconds ?? 0)
  return {
    uuid: null,
    title: statusText(clock),
    seconds,
    share: clock.status === SessionStatus.Ended || seconds === null ? 0 : shareOf(seconds, whole),
    step: null,
    isPaused: clock.isPaused
  }
}

/** Names the turn before the interval, because whose turn it is matters more than which exercise it is. */
function stepOf(
  part: ActivePart,
  plan: Part | undefined,
  me: string | undefined,
  spoken: (username: string) => string
): Now['step'] {
  const { interval, turn } = part
  const isMine = turn !== null && turn.username === me
  if (turn && !interval) {
    const slice = plan ? partSeconds(plan) : 0
    return {
      title: isMine ? 'Your turn' : `${spoken(turn.username)}’s turn`,
      seconds: turn.remaining,
      share: shareOf(turn.remaining, slice)
    }
  }
  if (!interval || interval.over || !plan) return null
  const name = [interval.title || 'Interval', stepNumberText(interval, intervalOf(plan))].filter(Boolean).join(' · ')
  return {
    title: turn ? `${isMine ? 'You' : spoken(turn.username)}: ${name}` : name,
    seconds: interval.remaining,
    share: shareOf(interval.remaining, interval.duration)
  }
}

/** "3 of 8" for the third of eight runs. Both sets and steps with the same title count as runs. */
export function stepNumberText({ index, set, title }: Position, { inner, sets }: Interval): string {
  const alike = (until: number): number => inner.slice(0, until).filter(one => one.title === title).length
  const once = alike(inner.length)
  return once * sets > 1 ? `${(set - 1) * once + alike(index + 1)} of ${once * sets}` : ''
}

function nextOf(clock: SessionClock, titleOf: (uuid: string) => string, now: number): Now['next'] {
  if (clock.status === SessionStatus.Ended) return null
  const all = clock.groups.flatMap(group => (group.next ? [group.next] : []))
  const [soonest] = all.sort((a, b) => (a.startsAt ?? Infinity) - (b.startsAt ?? Infinity))
  if (!soonest) return null
  const dated = soonest.startsAt !== null && !soonest.drifts && clock.startsAt !== null
  return { title: titleOf(soonest.uuid), inSeconds: dated ? Math.max(0, ((soonest.startsAt ?? 0) - now) / 1000) : null }
}

/** Sorts the part that ends first to the front, and paused parts to the back. */
function rank(part: ActivePart): number {
  return (part.state === 'paused' ? 1e15 : 0) + part.endsAt / 1000
}

function shareOf(left: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, left / whole)) : 0
}
