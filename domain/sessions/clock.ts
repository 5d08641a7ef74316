/**
 * The clock of a session as a value: the active parts, the next ones, the current turn, and the time of the next change
 * (TMR-04..TMR-06, TMR-09..TMR-14, D-82, D-93, D-95).
 *
 * The rule that surprises: nothing ticks, and the clock has no state. The same stored session at the same `now` gives
 * the same clock in every browser and on the server. Callers read it again at `nextChange`, or each second to show the
 * time.
 *
 * Units: instants are milliseconds since 1970, durations seconds with fractions (`elapsed`, `remaining`).
 */

import type { Part, PartGroup } from '../activities/plan.ts'
import {
  driftOf,
  type Frame,
  partSeconds,
  type Round,
  type Run,
  roundAfter,
  roundAt,
  roundsOf,
  turnsBegun
} from '../activities/schedule.ts'
import { crowdOf, eachTurn, type Stay, type Turn, turnAt } from '../activities/turns.ts'
import {
  alertCues,
  type Cue,
  cues,
  type Interval,
  intervalOf,
  type Position,
  positionAt,
  timerInterval
} from '../goals/timers.ts'
import { instant } from '../lib/instant.ts'
import { advance, endsAt, type SessionState } from './session.ts'
import { SessionStatus } from './status.ts'

export type PartState = 'waiting' | 'active' | 'paused' | 'over'

export interface PartClock {
  uuid: string
  state: PartState
  /** Null while the part waits for the host to start it. */
  startsAt: number | null
  endsAt: number | null
  /** A pause delays it. Both times are as if the pause ended now. */
  drifts: boolean
}

export interface ActivePart extends PartClock {
  startsAt: number
  endsAt: number
  elapsed: number
  remaining: number
  /** The position of the interval timers, in a part with turns those of the current turn; null without timers. */
  interval: Position | null
  /** Null in a part without turns. */
  turn: (Turn & { remaining: number }) | null
}

export interface GroupClock {
  uuid: string
  /** The current set, from 1. */
  set: number
  setsRemaining: number
  /** All parts in this set, in order. */
  parts: PartClock[]
  /** The running or paused parts; more than one only in a group that is not linked. */
  active: ActivePart[]
  /** The next part, in this set or the next one. */
  next: (PartClock & { set: number }) | null
}

export interface SessionClock {
  status: SessionStatus
  /** A host has paused the whole session. */
  isPaused: boolean
  startsAt: number | null
  /** Moves with `now` while a linked part or the whole session is paused. */
  endsAt: number | null
  /** Seconds since the start without pauses of the whole session; the total once it has ended. */
  elapsed: number
  /** Seconds to the start at status 0, to the end at status 1; null when that is unknown or over. */
  remaining: number | null
  groups: GroupClock[]
  /**
   * The positions of the session's own timers, which cycle while it runs; null for a timer without a duration (D-95).
   */
  timers: (Position | null)[]
  /** When the next status, part or turn begins. Null when nothing will change without a command. */
  nextChange: number | null
}

/**
 * Returns the clock at `now`. It corrects the status if the stored one is late. For a session from the API pass
 * `{ ...session, plan: session }`.
 */
export function readClock(stored: SessionState, now: number, people: readonly Stay[] = []): SessionClock {
  const { session } = advance(stored, now, people)
  const { status } = session
  const startsAt = session.started_at === null ? null : instant(session.started_at)
  const end = endsAt(session, now)
  const isRunning = status === SessionStatus.Running
  // The clock of a browser may be a little behind: a running session must not be before its start.
  const begun = isRunning ? Math.max(now, startsAt ?? now) : now
  const at = status === SessionStatus.Ended ? Math.min(now, end ?? now) : begun
  const frame: Frame = { startsAt, now: at, people, crowd: crowdOf(people) }
  const groups = session.plan.parts.map(group => readGroup(group, frame, status))
  const isPaused = isRunning && session.paused_at != null
  const ran = startsAt === null ? 0 : Math.max(0, at - (startsAt + pausedMs(session, at))) / 1000
  const timers = session.plan.timers.map(timer => (isRunning ? positionAt(timerInterval(timer), ran, true) : null))
  const until = status === SessionStatus.NotStarted ? startsAt : isRunning ? end : null
  const frozen = isRunning && session.ended_at !== null && end !== instant(session.ended_at)
  const changes = groups.flatMap(group => changesOf(group, isRunning))
  if (!frozen) changes.push(until)
  return {
    status,
    isPaused,
    startsAt,
    endsAt: end,
    elapsed: ran,
    remaining: until === null ? null : Math.max(0, until - at) / 1000,
    groups,
    timers,
    nextChange: soonest(changes, now, isRunning ? end : null)
  }
}

/**
 * Returns the sounds of a session in (`from`, `to`], in order: its start and end, each part and turn, the intervals and
 * alerts of active parts, and the session's timers (TMR-12). It includes the ends of parts and turns that are over at
 * `to`. If several sounds fall on the same moment, a beginning comes last.
 */
export function sessionCues(stored: SessionState, from: number, to: number, people: readonly Stay[] = []): Cue[] {
  const clock = readClock(stored, to, people)
  if (clock.startsAt === null) return []
  const counts = countdownCues(clock.startsAt, from, to)
  if (clock.status === SessionStatus.NotStarted) return counts
  const end = clock.endsAt ?? Number.POSITIVE_INFINITY
  const last = Math.min(to, end)
  const found: Cue[] = counts
  const heard = new Set<string>()
  const isNew = (sound: string): boolean => {
    const before = heard.size
    return heard.add(sound).size > before
  }
  const mark = (kind: 'change' | 'end', at: number, title: string): void => {
    if (at > from && at <= last && isNew(`${kind} ${at}`)) found.push({ at, kind, title })
  }
  mark('end', end, '')
  for (const { groups } of [readClock(stored, from, people), clock]) {
    for (const [index, group] of stored.plan.parts.entries()) {
      const view = groups[index]
      for (const part of group.parts) {
        const { startsAt = null, endsAt = null, state } = view?.parts.find(({ uuid }) => uuid === part.uuid) ?? {}
        if (startsAt === null || endsAt === null || state === 'paused' || endsAt <= from || startsAt > last) continue
        const until = Math.min(last, endsAt)
        const begun = view?.active.find(({ uuid }) => uuid === part.uuid)?.turn?.startsAt ?? startsAt
        if (part.is_interval && isNew(`${part.uuid} ${begun}`)) {
          const own = cues(intervalOf(part), begun, from, until)
          found.push(...own.filter(({ kind, at }) => kind !== 'end' || isNew(`end ${at}`)))
        }
        mark('end', endsAt, part.title)
        if (isNew(`alerts ${part.uuid} ${startsAt}`))
          found.push(...alertCues(part.alerts, startsAt, endsAt, from, until))
        if (begun < endsAt && begun < end) mark('change', begun, part.title)
      }
    }
  }
  if (!clock.isPaused) {
    const timersFrom = clock.startsAt + pausedMs(stored, to)
    for (const timer of stored.plan.timers) found.push(...cues(timerInterval(timer), timersFrom, from, last, true))
  }
  mark('change', clock.startsAt, '')
  return found.sort((a, b) => a.at - b.at)
}

/**
 * Returns the whole seconds that a part lasted in a session that has ended. Null for a part that was not reached, and
 * in a group with several sets, because only the last set is known.
 */
export function lastedSeconds(part: PartClock, { sets }: Pick<PartGroup, 'sets'>, clock: SessionClock): number | null {
  const { startsAt, endsAt, state } = part
  if (clock.status !== SessionStatus.Ended || state !== 'over' || sets > 1) return null
  if (startsAt === null || endsAt === null) return null
  return Math.round((Math.min(endsAt, clock.endsAt ?? endsAt) - startsAt) / 1000)
}

/**
 * Returns the sounds 3, 2, 1 before each part and turn in (`from`, `to`], for people who have not switched them off
 * (TMR-12). There are none for parts that wait for a pause to end, and none before the beginning of the part that ends
 * then.
 */
export function partCounts(stored: SessionState, from: number, to: number, people: readonly Stay[] = []): Cue[] {
  const clock = readClock(stored, to + PART_COUNT * 1000, people)
  const { startsAt, endsAt } = clock
  if (clock.isPaused || startsAt === null) return []
  const begins = new Set<number>()
  // Read both clocks, because a group may be in another set at the end of the window.
  for (const { parts, active } of [...readClock(stored, from, people).groups, ...clock.groups]) {
    const turns = new Map(active.map(({ uuid, turn }) => [uuid, turn?.startsAt]))
    for (const part of parts) {
      const begun = turns.get(part.uuid) ?? part.startsAt
      if (begun !== null && !part.drifts && part.startsAt !== part.endsAt) begins.add(begun)
    }
  }
  const ahead = [...begins].filter(at => at < (endsAt ?? Infinity)).sort((a, b) => a - b)
  return ahead.flatMap(at =>
    Array.from({ length: PART_COUNT }, (_, index) => PART_COUNT - index)
      .map(count => ({ at: at - count * 1000, kind: 'count' as const, count, title: '' }))
      .filter(
        cue => cue.at > from && cue.at <= to && cue.at > startsAt && !ahead.some(one => one >= cue.at && one < at)
      )
  )
}

const PART_COUNT = 3

/** Returns the length of all pauses of the whole session until `now`, in ms. */
function pausedMs({ paused_at, paused_seconds = 0 }: SessionState, now: number): number {
  return paused_seconds * 1000 + (paused_at == null ? 0 : Math.max(0, now - instant(paused_at)))
}

/** How many seconds before the start every page counts down. */
export const COUNTDOWN = 5

/** Returns 5, 4, 3, 2, 1 before the start; null at any other time and when the start is unknown. */
export function countdownOf({ status, remaining }: Pick<SessionClock, 'status' | 'remaining'>): number | null {
  const left = status === SessionStatus.NotStarted ? Math.ceil(remaining ?? 0) : 0
  return left > 0 && left <= COUNTDOWN ? left : null
}

function countdownCues(startsAt: number, from: number, to: number): Cue[] {
  const moments = Array.from({ length: COUNTDOWN }, (_, index) => startsAt - (COUNTDOWN - index) * 1000)
  return moments.filter(at => at > from && at <= to).map(at => ({ at, kind: 'count', title: '' }))
}

const ALERT_SHOWN_MS = 30_000

/** Returns the text of the latest alert for half a minute after it sounds; else null. */
export function alertLine(stored: SessionState, now: number, people: readonly Stay[] = []): string | null {
  if (!stored.plan.parts.some(group => group.parts.some(part => part.alerts.length > 0))) return null
  const recent = sessionCues(stored, now - ALERT_SHOWN_MS, now, people).filter(({ kind }) => kind === 'alert')
  return recent.at(-1)?.title || null
}

/** Whether a person may contribute to the text of a part now; in a part with turns only during their turn (TMR-07). */
export function mayContribute(clock: SessionClock, partUuid: string, username: string): boolean {
  const part = clock.groups.flatMap(group => group.active).find(({ uuid }) => uuid === partUuid)
  if (part?.state !== 'active') return false
  return part.turn === null || part.turn.username === username
}

/** Whether a person has another turn in this set of the part (D-93). */
export function hasTurnAhead(
  run: { part: Part; set: number; startsAt: number },
  people: readonly Stay[],
  now: number,
  username: string
): boolean {
  const { part, set } = run
  let found = false
  eachTurn(people, partSeconds(part), roundsOf(part), turnsBegun(run, driftOf(part, set, now)), turn => {
    found = turn.username === username && turn.startsAt > now
    return found
  })
  return found
}

function readGroup(group: PartGroup, frame: Frame, status: SessionStatus): GroupClock {
  const round = roundAt(group, frame)
  const isRunning = status === SessionStatus.Running
  const parts: PartClock[] = []
  const active: ActivePart[] = []
  let next: GroupClock['next'] = null
  for (const run of round.runs) {
    const view = viewOf(run, partState(run, frame.now, status))
    parts.push(view)
    if (view.state === 'active' || view.state === 'paused') active.push(readActive(run, frame, view.state))
    else if (view.state === 'waiting' && status !== SessionStatus.Ended && isSooner(view, next))
      next = { ...view, set: round.set }
  }
  if (next === null && isRunning) next = firstOf(roundAfter(group, round, frame), round)
  return { uuid: group.uuid, set: round.set, setsRemaining: group.sets - round.set, parts, active, next }
}

function readActive(run: Run, frame: Frame, state: PartState): ActivePart {
  const { part, set } = run
  const startsAt = run.startsAt ?? frame.now
  const endsAt = run.endsAt ?? frame.now
  const drift = driftOf(part, set, frame.now)
  const elapsed = (frame.now - startsAt) / 1000
  const turn = part.per_participant
    ? turnAt(frame.people, partSeconds(part), roundsOf(part), turnsBegun({ part, set, startsAt }, drift), frame.now)
    : null
  const interval: Interval | null = part.is_interval ? intervalOf(part) : null
  return {
    ...viewOf(run, state),
    startsAt,
    endsAt,
    elapsed,
    remaining: (endsAt - frame.now) / 1000,
    interval: interval && positionAt(interval, turn ? (frame.now - turn.startsAt) / 1000 : elapsed),
    turn: turn && { ...turn, remaining: (turn.endsAt - frame.now) / 1000 }
  }
}

function partState(run: Run, now: number, status: SessionStatus): PartState {
  if (status === SessionStatus.NotStarted || run.startsAt === null || run.endsAt === null) return 'waiting'
  // A part that had not begun when the session ended was never reached.
  if (status === SessionStatus.Ended) return run.startsAt < now ? 'over' : 'waiting'
  if (run.startsAt > now) return 'waiting'
  if (run.endsAt <= now) return 'over'
  return run.pausedAt === null ? 'active' : 'paused'
}

/** Whether `view` begins before `than`. Parts that wait for the host come after parts with a date. */
function isSooner(view: PartClock, than: PartClock | null): boolean {
  return than === null || (view.startsAt ?? Number.POSITIVE_INFINITY) < (than.startsAt ?? Number.POSITIVE_INFINITY)
}

function firstOf(round: Round | null, before: Round): GroupClock['next'] {
  const run = round?.runs[0]
  if (!run) return null
  return { ...viewOf(run, 'waiting'), drifts: before.runs.some(({ drifts }) => drifts), set: run.set }
}

function viewOf(run: Run, state: PartState): PartClock {
  return { uuid: run.part.uuid, state, startsAt: run.startsAt, endsAt: run.endsAt, drifts: run.drifts }
}

/** Returns the starts and ends that need no command. It leaves out those that wait for a pause to end. */
function changesOf(group: GroupClock, isRunning: boolean): (number | null)[] {
  if (!isRunning) return []
  const moments = group.active.map(part => (part.state === 'active' ? (part.turn?.endsAt ?? part.endsAt) : null))
  return group.next && !group.next.drifts ? [...moments, group.next.startsAt] : moments
}

function soonest(moments: readonly (number | null)[], now: number, end: number | null): number | null {
  let first: number | null = null
  for (const moment of moments) {
    if (moment === null || moment <= now || (end !== null && moment > end)) continue
    first = Math.min(first ?? moment, moment)
  }
  return first
}
