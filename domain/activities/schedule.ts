/**
 * Computes when the parts of a plan begin and end, for relative rules, linked groups and sets (D-91, TMR-21).
 *
 * The rule that surprises: most dates in the plan are only a copy for readers. They are computed from facts: the
 * session's start, absolute dates, pinned parts, pauses and the people present. Computing them again, or later, gives
 * the same dates. In a linked group each part begins where the one before it ends, whatever its own rule says.
 *
 * Units: instants are milliseconds since 1970 and null while unknown; durations are seconds.
 */

import { intervalOf } from '../goals/timers.ts'
import { instant } from '../lib/instant.ts'
import type { Part, PartGroup, Plan } from './plan.ts'
import { type Crowd, crowdOf, type Stay, type TurnsBegun, turnsEnd } from './turns.ts'

export interface Frame {
  /** Start of the session; null while it is unknown. */
  startsAt: number | null
  now: number
  /** In order of joining, including people who left. */
  people: readonly Stay[]
  /** `crowdOf(people)`, precomputed by callers that use the frame more than once. */
  crowd?: Crowd
}

/** One part in one set of its group. */
export interface Run {
  part: Part
  set: number
  startsAt: number | null
  endsAt: number | null
  pausedAt: number | null
  /** Its end moves with `now`, because it is paused or follows a part that drifts. */
  drifts: boolean
}

/** One set of a group. `endsAt` is null while a part of it has no date. */
export interface Round {
  set: number
  runs: Run[]
  endsAt: number | null
}

type ReadonlyGroup = Readonly<PartGroup>

/** Returns the set of a group that runs at `frame.now`; before the start the first set, after the end the last one. */
export function roundAt(group: ReadonlyGroup, frame: Frame): Round {
  const parts = inOrder(group.parts)
  let set = 1
  for (const part of parts) set = Math.max(set, part.pinned)
  let round = layRound(group, parts, Math.min(set, group.sets), firstStart(group, parts, frame), frame)
  while (round.endsAt !== null && round.endsAt <= frame.now && round.set < group.sets) {
    const base = round.endsAt
    const next = layRound(group, parts, round.set + 1, base, frame)
    const length = (next.endsAt ?? Number.POSITIVE_INFINITY) - base
    if (!(isSteady(parts, base, frame) || length === 0)) {
      round = next
      continue
    }
    // All later sets last equally long, so skip those that have passed.
    const left = group.sets - next.set
    const passed = length > 0 ? Math.min(left, Math.floor((frame.now - base) / length)) : left
    return passed === 0 ? next : layRound(group, parts, next.set + passed, base + passed * length, frame)
  }
  return round
}

/** Returns the set after `round`; null after the last set, and when `round` has no known end. */
export function roundAfter(group: ReadonlyGroup, round: Round, frame: Frame): Round | null {
  if (round.endsAt === null || round.set >= group.sets) return null
  return layRound(group, inOrder(group.parts), round.set + 1, round.endsAt, frame)
}

/** Returns when the last set of a group ends; null while a part of it has no date. */
export function groupEnd(group: ReadonlyGroup, frame: Frame): number | null {
  const round = roundAt(group, frame)
  const next = roundAfter(group, round, frame)
  if (!next || round.endsAt === null) return round.endsAt
  return next.endsAt === null ? null : round.endsAt + (group.sets - round.set) * (next.endsAt - round.endsAt)
}

/**
 * Returns the seconds of a part, or of one participant's slice: typed, or the sum of its interval timers (TMR-13,
 * D-98).
 */
export function partSeconds(part: Part): number {
  const computed = part.is_interval === 1 && (part.is_custom_duration === 0 || part.duration === 0)
  return computed ? intervalOf(part).duration : part.duration
}

/** Returns how often everyone has a turn. In an interval part it is once, because the sets repeat the timers. */
export function roundsOf(part: Pick<Part, 'is_interval' | 'sets'>): number {
  return part.is_interval ? 1 : part.sets
}

/**
 * Returns the state from which to replay the turns of a run: the stored state, moved by the pause, or the start of the
 * run.
 * @param drift `driftOf` the part, in ms
 */
export function turnsBegun(run: { part: Part; set: number; startsAt: number }, drift: number): TurnsBegun {
  const { part } = run
  if (part.turns === null || part.pinned !== run.set) return { round: 1, done: [], at: run.startsAt }
  return { round: part.turns.round, done: part.turns.done, at: instant(part.turns.at) + drift }
}

/** Returns how long a part has been paused at `now`, in ms; 0 unless it is paused in this set (TMR-05). */
export function driftOf(part: Part, set: number, now: number): number {
  if (part.paused_at === null || part.completed_at !== null || part.pinned !== set) return 0
  return Math.max(0, now - instant(part.paused_at))
}

/** Writes the dates of the sets that run at `frame.now` into the plan; absolute and pinned starts stay. */
export function withDates<P extends Pick<Plan, 'parts'>>(plan: P, frame: Frame): P {
  return { ...plan, parts: plan.parts.map(group => datedGroup(group, frame)) }
}

/** Returns the plan for a session that begins: without run facts, with all dates recomputed (SES-073..SES-075). */
export function beginPlan<P extends Pick<Plan, 'parts'>>(plan: P, startsAt: number, people: readonly Stay[]): P {
  const cleared = { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(withoutRun) })) }
  return withDates(cleared, { startsAt, now: startsAt, people })
}

/** Returns the plan with every part's dates and run facts cleared (D-78). */
export function clearPlan<P extends Pick<Plan, 'parts'>>(plan: P): P {
  const cleared = (part: Part): Part => ({ ...withoutRun(part), started_at: null, ended_at: null })
  return { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(cleared) })) }
}

/**
 * Returns the plan that a page sent, with the run facts of the stored plan: only host commands may change those. Every
 * save must call it. New parts have no facts.
 */
export function keepRun<P extends Pick<Plan, 'parts'>>(sent: P, stored: Pick<Plan, 'parts'>): P {
  const before = new Map(stored.parts.flatMap(group => group.parts.map(part => [part.uuid, part])))
  const kept = (part: Part): Part => {
    const was = before.get(part.uuid)
    const { pinned = 0, completed_at = null, paused_at = null, turns = null, extra, skipped, started_at } = was ?? {}
    const revision = was ? was.revision + (was.content === part.content ? 0 : 1) : 0
    const start = (pinned && started_at) || part.started_at
    const { extra: _, skipped: __, ...planned } = part
    const run = { pinned, completed_at, paused_at, turns, ...(extra && { extra }), ...(skipped && { skipped }) }
    return { ...planned, ...run, revision, started_at: start }
  }
  return { ...sent, parts: sent.parts.map(group => ({ ...group, parts: group.parts.map(kept) })) }
}

function layRound(group: ReadonlyGroup, parts: readonly Part[], set: number, base: number | null, frame: Frame): Round {
  const runs: Run[] = []
  let previous: Run | null = null
  let endsAt: number | null = null
  let isKnown = true
  for (const part of parts) {
    const run: Run = layRun(group, part, set, base, previous, frame)
    runs.push(run)
    if (run.endsAt === null) isKnown = false
    else endsAt = Math.max(endsAt ?? run.endsAt, run.endsAt)
    previous = run
  }
  return { set, runs, endsAt: isKnown ? (endsAt ?? base) : null }
}

function layRun(
  group: ReadonlyGroup,
  part: Part,
  set: number,
  base: number | null,
  previous: Run | null,
  frame: Frame
): Run {
  const pinned = part.pinned === set
  const drift = driftOf(part, set, frame.now)
  let startsAt = pinned && part.started_at !== null ? instant(part.started_at) : null
  let drifts = false
  if (startsAt !== null) startsAt += drift
  else if (previous === null) startsAt = base
  else if (group.linked || part.relative_dates) {
    startsAt = group.linked ? previous.endsAt : relativeStart(part, previous, base)
    drifts = previous.drifts
  } else startsAt = absoluteStart(group, part, set, base, frame)
  const run: Run = { part, set, startsAt, endsAt: null, pausedAt: null, drifts }
  if (startsAt === null) return run
  if (pinned && part.paused_at !== null && part.completed_at === null) {
    run.pausedAt = instant(part.paused_at)
    run.drifts = true
  }
  run.endsAt = endOf(part, set, startsAt, drift, frame)
  // A paused part is never over, even when everyone has left: the host may resume it.
  if (run.pausedAt !== null) run.endsAt = Math.max(run.endsAt, frame.now + 1)
  return run
}

function endOf(part: Part, set: number, startsAt: number, drift: number, frame: Frame): number {
  if (part.pinned === set && part.completed_at !== null) return Math.max(startsAt, instant(part.completed_at))
  const seconds = partSeconds(part)
  const extra = part.pinned === set ? (part.extra ?? 0) : 0
  if (!part.per_participant) return startsAt + (seconds + extra) * 1000
  const begun = turnsBegun({ part, set, startsAt }, drift)
  return Math.max(startsAt, turnsEnd(frame.people, seconds, roundsOf(part), begun, frame.crowd))
}

/** Returns the start of a relative part. It is never before the start of the set (D-91). */
function relativeStart(part: Part, previous: Run, base: number | null): number | null {
  if (previous.startsAt === null || previous.endsAt === null) return null
  const distance = part.time_from * 1000
  if (part.start_of === 'after_previous_starts') return previous.startsAt + distance
  if (part.start_of === 'after_previous_ends') return previous.endsAt + distance
  return Math.max(base ?? Number.NEGATIVE_INFINITY, previous.endsAt - distance)
}

/**
 * Returns the start of an absolute part. In later sets it keeps the distance from the set's start that it had in the
 * first.
 */
function absoluteStart(
  group: ReadonlyGroup,
  part: Part,
  set: number,
  base: number | null,
  frame: Frame
): number | null {
  const time = dateOf(part)
  if (time === null) return null
  if (set === 1) return Math.max(time, frame.startsAt ?? time)
  const first = group.parts[0]
  const origin = (first && (first.pinned > 0 || !first.relative_dates) ? dateOf(first) : null) ?? frame.startsAt ?? time
  return base === null ? null : base + Math.max(0, time - origin)
}

/**
 * Returns when a group begins: at its first part's own date, or with the session when it is auto-started; else null.
 */
function firstStart(group: ReadonlyGroup, parts: readonly Part[], frame: Frame): number | null {
  const first = parts[0]
  if (!first) return frame.startsAt
  const own = first.pinned === 0 && (!first.relative_dates || !group.auto_start) ? dateOf(first) : null
  if (own !== null) return Math.max(own, frame.startsAt ?? own)
  if (!group.auto_start || frame.startsAt === null) return null
  const waits = !group.linked && first.relative_dates && first.start_of !== 'before_previous_ends'
  return frame.startsAt + (waits ? first.time_from * 1000 : 0)
}

function datedGroup(group: PartGroup, frame: Frame): PartGroup {
  const round = roundAt(group, frame)
  const runs = new Map(round.runs.map(run => [run.part, run]))
  const dated = (part: Part): Part => {
    const run = runs.get(part)
    // Later sets are computed from the facts about an earlier set, so keep those.
    if (!run || (part.pinned > 0 && part.pinned !== round.set)) return part
    const first = run === round.runs[0]
    const typed = first ? !part.relative_dates || !group.auto_start : !group.linked && !part.relative_dates
    const keep = part.started_at !== null && (part.pinned > 0 || typed)
    return { ...part, started_at: keep ? part.started_at : iso(run.startsAt), ended_at: iso(run.endsAt) }
  }
  return { ...group, parts: group.parts.map(dated) }
}

function withoutRun(part: Part): Part {
  // A pinned start is a run fact; a typed start belongs to the plan.
  const started_at = part.pinned > 0 ? null : part.started_at
  const { extra: _, skipped: __, ...planned } = part
  return { ...planned, started_at, ended_at: null, paused_at: null, completed_at: null, pinned: 0, turns: null }
}

/** Whether all sets that begin after `time` last equally long: nobody joins or leaves, or no part has turns. */
function isSteady(parts: readonly Part[], time: number, frame: Frame): boolean {
  if (!parts.some(part => part.per_participant)) return true
  return (frame.crowd ?? crowdOf(frame.people)).after <= time
}

function inOrder(parts: readonly Part[]): readonly Part[] {
  for (let index = 1; index < parts.length; index++) {
    if ((parts[index]?.order ?? 0) < (parts[index - 1]?.order ?? 0)) return parts.toSorted((a, b) => a.order - b.order)
  }
  return parts
}

function dateOf(part: Part): number | null {
  return part.started_at === null ? null : instant(part.started_at)
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
