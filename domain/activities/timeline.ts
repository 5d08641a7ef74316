/**
 * Lays out a plan for the builder: when its parts begin and end, their gaps and overlaps, and the total time.
 *
 * The rule that surprises: a group that waits for the host has no start yet. It is drawn as if it began with the
 * session, and marked `waits`. Only the first set is drawn, but `endsAt` includes all sets.
 *
 * Units: seconds from the start of the session, so that a plan without dates can be drawn too.
 */
import { instant } from '../lib/instant.ts'
import type { Plan } from './plan.ts'
import { type Frame, groupEnd, roundAt } from './schedule.ts'
import type { Stay } from './turns.ts'

export interface Bar {
  uuid: string
  /** Null for an absolute part without a date, or whose date cannot be placed without the session's start. */
  startsAt: number | null
  endsAt: number | null
}

/** A gap or overlap of two parts that follow each other in time. Allowed overlaps are left out (D-88). */
export interface Between {
  before: string
  after: string
  startsAt: number
  seconds: number
}

export interface GroupTimeline {
  uuid: string
  waits: boolean
  bars: Bar[]
  gaps: Between[]
  overlaps: Between[]
  /** The end of the last set; null while a part has no time. */
  endsAt: number | null
}

export interface Timeline {
  groups: GroupTimeline[]
  /** The end of the longest group, which is the total time of the plan. */
  total: number
  /** Seconds by which the plan exceeds the session: a warning, not an error (D-84). */
  excess: number
}

/**
 * Lays out a plan.
 * @param startedAt the session's start as ISO 8601, or null
 * @param duration seconds of the session
 * @param headcount number of people for whom parts with turns are drawn
 */
export function layOut(plan: Pick<Plan, 'parts'>, startedAt: string | null, duration: number, headcount = 1): Timeline {
  const start = startedAt === null ? null : instant(startedAt)
  const people: Stay[] = Array.from({ length: headcount }, (_, index) => ({
    username: String(index),
    joined: Number.NEGATIVE_INFINITY,
    left: Number.POSITIVE_INFINITY
  }))
  const frame: Frame = { startsAt: start ?? 0, now: Number.NEGATIVE_INFINITY, people }
  const groups = plan.parts.map(group => layGroup(group, frame, start !== null))
  const total = groups.reduce((longest, group) => Math.max(longest, group.endsAt ?? lastEnd(group.bars)), 0)
  return { groups, total, excess: Math.max(0, total - duration) }
}

function layGroup(group: Plan['parts'][number], frame: Frame, isDated: boolean): GroupTimeline {
  const origin = frame.startsAt ?? 0
  const first = group.parts[0]
  const hasOwnStart = isDated && first?.started_at != null
  const waits = !group.auto_start && !hasOwnStart
  // Without a session start, an absolute date has no place on a line that begins at 0.
  const placed = isDated
    ? group.parts
    : group.parts.map(part => ({
        ...part,
        started_at: null,
        ...(part === first ? { relative_dates: 1 as const } : {})
      }))
  const drawn = { ...group, auto_start: waits ? (1 as const) : group.auto_start, parts: placed }
  const seconds = (time: number | null): number | null => (time === null ? null : (time - origin) / 1000)
  const bars = roundAt(drawn, frame).runs.map(({ part, startsAt, endsAt }) => ({
    uuid: part.uuid,
    startsAt: seconds(startsAt),
    endsAt: seconds(endsAt)
  }))
  const exempt = new Set(group.parts.filter(part => mayOverlap(group, part)).map(part => part.uuid))
  return { uuid: group.uuid, waits, bars, ...spaces(bars, exempt), endsAt: seconds(groupEnd(drawn, frame)) }
}

/** Two of the start points lie inside the previous part, so a part with one of them may overlap it (D-88). */
function mayOverlap(group: Plan['parts'][number], part: Plan['parts'][number]['parts'][number]): boolean {
  return !group.linked && part.relative_dates === 1 && part.start_of !== 'after_previous_ends'
}

function spaces(bars: readonly Bar[], exempt: ReadonlySet<string>): { gaps: Between[]; overlaps: Between[] } {
  const gaps: Between[] = []
  const overlaps: Between[] = []
  const timed = bars
    .filter(bar => bar.startsAt !== null && bar.endsAt !== null)
    .toSorted((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0))
  let last: Bar | null = null
  for (const bar of timed) {
    const from: number = last?.endsAt ?? 0
    const to = bar.startsAt ?? 0
    if (last && to > from) gaps.push({ before: last.uuid, after: bar.uuid, startsAt: from, seconds: to - from })
    if (last && to < from && !exempt.has(bar.uuid)) {
      const until = Math.min(from, bar.endsAt ?? from)
      if (until > to) overlaps.push({ before: last.uuid, after: bar.uuid, startsAt: to, seconds: until - to })
    }
    if (last === null || (bar.endsAt ?? 0) >= from) last = bar
  }
  return { gaps, overlaps }
}

function lastEnd(bars: readonly Bar[]): number {
  return bars.reduce((end, bar) => Math.max(end, bar.endsAt ?? 0), 0)
}
