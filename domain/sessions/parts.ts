/**
 * Host commands on the parts of a running session: start, pause, resume, skip, complete early (D-93, D-94, D-98).
 *
 * The rule that surprises: each command first pins every part that has begun, which makes its dates facts. So a command
 * moves the future and never the past. In a linked group a pause delays every following part and the session's end by
 * its length. When two groups are paused at the same time, the session is delayed only once.
 *
 * Units: `now` is milliseconds since 1970, stored dates ISO 8601.
 */

import type { Part, PartGroup } from '../activities/plan.ts'
import {
  driftOf,
  groupEnd,
  partSeconds,
  type Run,
  roundAt,
  roundsOf,
  turnsBegun,
  withDates
} from '../activities/schedule.ts'
import { type Stay, turnsSoFar } from '../activities/turns.ts'
import { instant } from '../lib/instant.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'
import { daysIn } from './days.ts'
import { delayed, pausedSince, type SessionState } from './session.ts'
import { SessionStatus } from './status.ts'

/** How long a skip can be undone. @internal */
export const SKIP_UNDO_MS = 30_000
const PAUSED = 'This session is paused. Resume it first.'

const MOVES = {
  start: startPart,
  pause: pausePart,
  resume: resumePart,
  complete: completePart,
  takeBack: takeBackSkip
} as const
export type PartMove = keyof typeof MOVES

/**
 * Runs a host command on a part. 409 while the whole session is paused (`pause.ts`); other refusals are those of the
 * command.
 */
export function movePart<S extends SessionState>(
  session: S,
  uuid: string,
  how: PartMove,
  now: number,
  people: readonly Stay[] = []
): Result<S> {
  if (session.paused_at != null) return conflict(PAUSED)
  return MOVES[how](session, uuid, now, people)
}

/**
 * Gives a running part more time, in seconds, and delays the parts linked after it. 409 unless it runs, and for a part
 * with turns, because turns have their own length.
 */
export function extendPart<S extends SessionState>(
  session: S,
  uuid: string,
  seconds: number,
  now: number,
  people: readonly Stay[] = []
): Result<S> {
  return command(session, uuid, now, people, (state, run) => {
    if (run.part.per_participant || !isRunning(run, now)) return conflict('This part isn’t running.')
    return allow(replace(state, { ...run.part, extra: (run.part.extra ?? 0) + seconds }))
  })
}

/** Returns the running and paused parts, the first to end in front. */
export function runningParts(session: SessionState, now: number, people: readonly Stay[]): Run[] {
  const runs = session.plan.parts.flatMap(group => roundAt(group, frameOf(session, now, people)).runs)
  return runs.filter(run => isRunning(run, now)).sort((a, b) => (a.endsAt ?? 0) - (b.endsAt ?? 0))
}

/**
 * Starts a part by hand (SES-067, D-94). In a linked group this ends the parts before it, and those after it follow.
 * 409 while it runs. All commands return 409 unless the session runs, and 404 for an unknown uuid.
 * @internal Exported for tests only.
 */
export function startPart<S extends SessionState>(
  session: S,
  uuid: string,
  now: number,
  people: readonly Stay[] = []
): Result<S> {
  return command(session, uuid, now, people, (state, run) => {
    if (isRunning(run, now)) return conflict('This part is already running.')
    const started: Part = { ...cleared(run.part), pinned: run.set, started_at: iso(now) }
    if (!state.group.linked) return allow(replace(state, started))
    const index = state.runs.indexOf(run)
    const parts = new Map<string, Part>()
    for (const [at, other] of state.runs.entries()) {
      if (at < index) parts.set(other.part.uuid, overBy(other, now))
      if (at > index) parts.set(other.part.uuid, cleared(other.part))
    }
    parts.set(uuid, started)
    const jumped = replaceAll({ ...state, session: withoutPausesBefore(state, index, now) }, parts)
    return allow(endedWithParts(jumped, now, people))
  })
}

/** Stops the clock of a part (D-94). 409 unless it runs. */
export function pausePart<S extends SessionState>(
  session: S,
  uuid: string,
  now: number,
  people: readonly Stay[] = []
): Result<S> {
  return command(session, uuid, now, people, (state, run) => {
    if (run.pausedAt !== null) return conflict('This part is already paused.')
    if (!isRunning(run, now)) return conflict('This part isn’t running.')
    return allow(replace(state, { ...run.part, paused_at: iso(now) }))
  })
}

/**
 * Resumes a part: its start and all following parts move by the length of the pause (TMR-05, D-94). 409 unless it is
 * paused.
 */
export function resumePart<S extends SessionState>(
  session: S,
  uuid: string,
  now: number,
  people: readonly Stay[] = []
): Result<S> {
  return command(session, uuid, now, people, (state, run) => {
    if (run.pausedAt === null) return conflict('This part isn’t paused.')
    return allow(replace({ ...state, session: delayedBy(state, run, now) }, resumed(run, now)))
  })
}

/**
 * Ends a part early, so that the next one follows (D-98). 409 when the part does not allow it, and unless it runs.
 * @internal Exported for tests only.
 */
export function completePart<S extends SessionState>(
  session: S,
  uuid: string,
  now: number,
  people: readonly Stay[] = []
): Result<S> {
  return command(session, uuid, now, people, (state, run) => {
    if (!run.part.can_complete) return conflict('You can’t complete this part early.')
    if (!isRunning(run, now)) return conflict('This part isn’t running.')
    const part = { ...resumed(run, now), completed_at: iso(now), turns: null }
    return allow(endedWithParts(replace({ ...state, session: delayedBy(state, run, now) }, part), now, people))
  })
}

/**
 * Skips the rest of a part: the next part begins at once, and the session ends when its last part ends (D-94). 409
 * unless the part runs, while the session is paused, and for the last part, because the host can end the session
 * instead.
 * @param seenSet the set that the host saw. If that set was skipped already, the same session object is returned
 */
export function skipPart<S extends SessionState>(
  session: S,
  uuid: string,
  now: number,
  people: readonly Stay[] = [],
  seenSet?: number
): Result<S> {
  if (session.paused_at != null) return conflict(PAUSED)
  const known = partOf(session, uuid)
  const isSeen = known !== undefined && seenSet !== undefined && session.status === SessionStatus.Running
  if (isSeen && (known.pinned > seenSet || (known.pinned === seenSet && known.skipped))) return allow(session)
  return command(session, uuid, now, people, (state, run) => {
    if (!isRunning(run, now)) return conflict('This part isn’t running.')
    const over = { ...resumed(run, now), completed_at: iso(now) }
    const skipped = replace({ ...state, session: delayedBy(state, run, now) }, over)
    const last = lastEnd(skipped, now, people)
    if (last !== null && last <= now) return conflict('This is the last part. End the session instead.')
    const after = endedWithParts(skipped, now, people)
    const move = { at: iso(now), from: session.ended_at, to: after.ended_at }
    return allow(replace({ ...state, session: after }, { ...over, skipped: move }))
  })
}

/**
 * Undoes a skip as if it had not happened, so the part's clock includes the time since. 409 after 30 seconds, and once
 * another command has moved something.
 */
function takeBackSkip<S extends SessionState>(
  session: S,
  uuid: string,
  now: number,
  people: readonly Stay[] = []
): Result<S> {
  if (session.status !== SessionStatus.Running) return conflict('This session isn’t in progress.')
  const part = partOf(session, uuid)
  const group = session.plan.parts.find(({ parts }) => parts.some(one => one.uuid === uuid))
  if (!part || !group) return deny({ kind: 'notFound', message: 'There’s no such part.' })
  const { skipped } = part
  if (!skipped) return conflict('This part wasn’t skipped.')
  const at = instant(skipped.at)
  if (now - at > SKIP_UNDO_MS) return conflict('It’s too late to undo this.')
  const hasMoved = group.parts.some(
    one => one.uuid !== uuid && one.pinned > 0 && one.started_at !== null && instant(one.started_at) >= at
  )
  if (hasMoved || session.paused_at != null || session.ended_at !== skipped.to) {
    return conflict('Something has changed since. You can’t undo this any more.')
  }
  const { skipped: _, ...kept } = part
  const state = { session, group, runs: [] }
  const back = { ...replace(state, { ...kept, completed_at: null }), ended_at: skipped.from }
  return allow(withNewDates(back, now, people))
}

/**
 * Stores the state of all turns before someone leaves, so that past turns do not change (D-93). Callers pass `people`
 * with the person's `left` set, in the same transaction. It includes parts that are over: a person who comes back
 * counts only from then on, so replaying would miss their earlier turns. Returns the same session object when nothing
 * changes.
 */
export function settleTurns<S extends SessionState>(session: S, now: number, people: readonly Stay[]): S {
  if (session.status !== SessionStatus.Running) return session
  let state = session
  for (const group of session.plan.parts) {
    const { runs } = roundAt(group, frameOf(session, now, people))
    const begun = runs.filter(run => run.part.per_participant && run.startsAt !== null && run.startsAt <= now)
    if (begun.length === 0) continue
    state = { ...state, plan: withGroup(state.plan, settle(group, runs, now, people)) }
    for (const { part, pausedAt } of begun) {
      if (pausedAt === null) continue
      // Resuming and pausing in the same instant stores the state of a paused turn.
      const going = resumePart(state, part.uuid, now, people)
      const again = going.ok ? pausePart(going.value, part.uuid, now, people) : going
      if (again.ok) state = again.value
    }
  }
  if (state === session) return session
  const settled = withNewDates(state, now, people)
  return JSON.stringify(settled) === JSON.stringify(session) ? session : settled
}

/** Returns the part whose skip the host can undo now, or null. */
export function undoableSkip<S extends SessionState>(
  session: S,
  now: number,
  people: readonly Stay[] = []
): Part | null {
  const parts = session.plan.parts.flatMap(group => group.parts)
  return parts.find(part => part.skipped && takeBackSkip(session, part.uuid, now, people).ok) ?? null
}

function partOf(session: SessionState, uuid: string): Part | undefined {
  return session.plan.parts.flatMap(group => group.parts).find(part => part.uuid === uuid)
}

/** Returns when the last of all parts ends, in ms since 1970; null while one waits for the host, and without parts. */
function lastEnd(session: SessionState, now: number, people: readonly Stay[]): number | null {
  const frame = frameOf(session, now, people)
  const ends = session.plan.parts.filter(group => group.parts.length > 0).map(group => groupEnd(group, frame))
  return ends.includes(null) || ends.length === 0 ? null : Math.max(...ends.map(end => end ?? 0))
}

/**
 * Moves the end of the session to the end of its last part, after a host has shortened the plan (D-94). It never moves
 * the end later, and not in a session that is counted in days.
 */
function endedWithParts<S extends SessionState>(session: S, now: number, people: readonly Stay[]): S {
  const end = session.ended_at === null ? null : instant(session.ended_at)
  const last = lastEnd(session, now, people)
  const { startsAt } = frameOf(session, now, people)
  if (end === null || last === null || last <= now || last >= end) return session
  return daysIn({ startsAt, endsAt: end }) === null ? { ...session, ended_at: iso(last) } : session
}

interface State<S> {
  session: S
  group: PartGroup
  runs: Run[]
}

function command<S extends SessionState>(
  session: S,
  uuid: string,
  now: number,
  people: readonly Stay[],
  change: (state: State<S>, run: Run) => Result<S>
): Result<S> {
  if (session.status !== SessionStatus.Running) return conflict('This session isn’t in progress.')
  const found = session.plan.parts.find(group => group.parts.some(part => part.uuid === uuid))
  if (!found) return deny({ kind: 'notFound', message: 'There’s no such part.' })
  const frame = frameOf(session, now, people)
  const group = settle(found, roundAt(found, frame).runs, now, people)
  const { runs } = roundAt(group, frame)
  const run = runs.find(({ part }) => part.uuid === uuid)
  if (!run) return deny({ kind: 'notFound', message: 'There’s no such part.' })
  const outcome = change({ session, group, runs }, run)
  return outcome.ok ? allow(withNewDates(outcome.value, now, people)) : outcome
}

function frameOf(session: SessionState, now: number, people: readonly Stay[]) {
  return { startsAt: session.started_at === null ? null : instant(session.started_at), now, people }
}

function withNewDates<S extends SessionState>(session: S, now: number, people: readonly Stay[]): S {
  return { ...session, plan: withDates(session.plan, frameOf(session, now, people)) }
}

/** Pins all parts of this set that have begun. Paused parts are pinned already. */
function settle(group: PartGroup, runs: readonly Run[], now: number, people: readonly Stay[]): PartGroup {
  const facts = new Map<string, Part>()
  for (const run of runs) {
    const { part, set, startsAt, endsAt, pausedAt } = run
    if (startsAt === null || endsAt === null || startsAt > now || pausedAt !== null) continue
    const pinned: Part = { ...part, ...fresh(part, set), pinned: set, started_at: iso(startsAt) }
    if (endsAt <= now) pinned.completed_at = iso(endsAt)
    else if (part.per_participant) pinned.turns = turnsOf(part, set, startsAt, now, people)
    facts.set(part.uuid, pinned)
  }
  return { ...group, parts: group.parts.map(part => facts.get(part.uuid) ?? part) }
}

function turnsOf(part: Part, set: number, startsAt: number, now: number, people: readonly Stay[]): Part['turns'] {
  const begun = turnsBegun({ part, set, startsAt }, driftOf(part, set, now))
  const { round, done, at } = turnsSoFar(people, partSeconds(part), roundsOf(part), begun, now)
  return { round, done: [...done], at: iso(at) }
}

/** Returns the changes that clear run facts of another set. */
function fresh(part: Part, set: number): Partial<Part> {
  return part.pinned === set
    ? {}
    : { paused_at: null, completed_at: null, turns: null, extra: undefined, skipped: undefined }
}

function resumed(run: Run, now: number): Part {
  const { part, set, startsAt } = run
  if (startsAt === null || run.pausedAt === null) return part
  const { at } = turnsBegun({ part, set, startsAt }, driftOf(part, set, now))
  const turns = part.turns && { ...part.turns, at: iso(at) }
  return { ...part, started_at: iso(startsAt), paused_at: null, turns }
}

/** Delays the end of the session by the pause that ends now, without the time that another pause still covers. */
function delayedBy<S extends SessionState>(state: State<S>, run: Run, now: number): S {
  const { session, group } = state
  if (!group.linked || run.pausedAt === null) return session
  const covered = pausedSince(session, run.part.uuid)
  const end = delayed(session, Math.min(now, covered ?? now) - run.pausedAt)
  return end === null ? session : { ...session, ended_at: iso(end) }
}

function withoutPausesBefore<S extends SessionState>(state: State<S>, index: number, now: number): S {
  // At most one part of a linked group runs, so at most one is paused.
  const paused = state.runs.find((run, at) => at !== index && run.pausedAt !== null)
  return paused ? delayedBy(state, paused, now) : state.session
}

/** Returns a part that ends because the host started a later one. */
function overBy(run: Run, now: number): Part {
  const { part, set } = run
  if (part.pinned === set && part.completed_at !== null) return part
  const kept =
    run.startsAt !== null && run.startsAt <= now ? resumed(run, now) : { ...cleared(part), started_at: iso(now) }
  return { ...kept, pinned: set, completed_at: iso(now) }
}

function cleared(part: Part): Part {
  const { extra: _, skipped: __, ...planned } = part
  return { ...planned, pinned: 0, started_at: null, ended_at: null, paused_at: null, completed_at: null, turns: null }
}

function isRunning(run: Run, now: number): boolean {
  return run.startsAt !== null && run.endsAt !== null && run.startsAt <= now && now < run.endsAt
}

function replace<S extends SessionState>(state: State<S>, part: Part): S {
  return replaceAll(state, new Map([[part.uuid, part]]))
}

function replaceAll<S extends SessionState>({ session, group }: State<S>, changed: ReadonlyMap<string, Part>): S {
  const parts = group.parts.map(part => changed.get(part.uuid) ?? part)
  return { ...session, plan: withGroup(session.plan, { ...group, parts }) }
}

function withGroup<P extends SessionState['plan']>(plan: P, group: PartGroup): P {
  return { ...plan, parts: plan.parts.map(other => (other.uuid === group.uuid ? group : other)) }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
