/**
 * Decides how a bar of the timeline can be moved, and returns the plan that results. The surprising rule: in a linked
 * group each part follows the one before it, so dragging one changes its place. Elsewhere it changes when the part starts.
 *
 * Units: seconds, from the start of the session.
 */
import type { Part, PartGroup, Plan } from '../../../domain/activities/plan.ts'
import { moveItem, setPart } from '../../../domain/activities/plan-edit.ts'
import { partSeconds, roundsOf } from '../../../domain/activities/schedule.ts'
import type { GroupTimeline } from '../../../domain/activities/timeline.ts'
import { MONTH } from '../../../domain/lib/duration.ts'
import { instant } from '../../../domain/lib/instant.ts'

export interface Grasp {
  plan: Plan
  group: PartGroup
  index: number
  part: Part
  /** The layout of the group when the bar was grabbed. */
  drawn: GroupTimeline
  /** Start of the session, ISO 8601. */
  startedAt: string | null
  /** The time since a running session started. Parts that have begun stay. Null if it doesn't run. */
  begunUntil: number | null
  step: number
}

/** The step of a drag. It is a round number, and about 60 steps fit in the visible time. */
export function stepFor(total: number): number {
  return STEPS.find(step => step >= total / 60) ?? 86_400
}
const STEPS = [5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 21_600, 43_200]

/** The marks of the axis. At most four of them after 0 are visible. */
export function ticksFor(scale: number, zoom = 1): number[] {
  const least = scale / zoom / 4
  const every = TICKS.find(tick => tick >= least) ?? Math.ceil(least / 604_800) * 604_800
  return Array.from({ length: Math.floor(scale / every) + 1 }, (_, index) => index * every)
}
const TICKS = [
  5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800
]

/** Returns what dragging a bar changes: its place, its start, or nothing. */
export function movesBy({ group, index, part, drawn, startedAt, begunUntil }: Grasp): 'place' | 'start' | null {
  const startsAt = drawn.bars[index]?.startsAt ?? null
  if (startsAt === null || (begunUntil !== null && startsAt <= begunUntil)) return null
  const hasDate = part.relative_dates === 0 && part.started_at !== null && startedAt !== null
  if (hasDate && (index === 0 || !group.linked)) return 'start'
  if (group.linked) return group.parts.length - begunCount(drawn, begunUntil) > 1 ? 'place' : null
  if (part.relative_dates === 0) return null
  // The first part starts with the session or some time after it. A part that waits for the host has no start.
  return index > 0 || (group.auto_start === 1 && part.start_of !== 'before_previous_ends') ? 'start' : null
}

/** Whether the end of a bar can be dragged. It can't if timers set its length, or if the part is over. */
export function canStretch({ part, index, drawn, begunUntil }: Grasp): boolean {
  const endsAt = drawn.bars[index]?.endsAt ?? null
  if (endsAt === null || (begunUntil !== null && endsAt <= begunUntil)) return false
  return part.is_interval === 0 || part.is_custom_duration === 1
}

/** The plan after the bar was dragged by so many seconds, as `movesBy` allows. */
export function movedBy(grasp: Grasp, by: number): Plan {
  const { plan, group, index } = grasp
  switch (movesBy(grasp)) {
    case 'place':
      return moveItem(plan, group.uuid, index, placeAfter(grasp, by))
    case 'start':
      return startedBy(grasp, by)
    case null:
      return plan
  }
}

/** The plan after the bar was moved by one place or one step. */
export function nudged(grasp: Grasp, direction: 1 | -1): Plan {
  if (movesBy(grasp) !== 'place') return movedBy(grasp, direction * grasp.step)
  const to = Math.max(begunCount(grasp.drawn, grasp.begunUntil), grasp.index + direction)
  return moveItem(grasp.plan, grasp.group.uuid, grasp.index, to)
}

/** The plan after the bar's end was dragged by so many seconds. The part lasts at least one step. */
export function stretchedBy(grasp: Grasp, by: number): Plan {
  const { plan, part, index, drawn, begunUntil, step } = grasp
  if (!canStretch(grasp)) return plan
  const rounds = part.per_participant ? roundsOf(part) : 1
  const wanted = snapped(partSeconds(part), by / rounds, step)
  const begun = begunUntil === null ? 0 : begunUntil - (drawn.bars[index]?.startsAt ?? 0)
  // A running part cannot end in the past.
  const least = begun > 0 ? Math.max(step, Math.ceil((begun + 1) / rounds)) : step
  return setPart(plan, part.uuid, { duration: Math.min(MONTH, Math.max(least, wanted)) })
}

/** The place whose boundary is nearest to the pointer. It depends only on the pointer, so it never flickers. */
function placeAfter({ drawn, index, begunUntil }: Grasp, by: number): number {
  const lengths = drawn.bars.map(bar => (bar.endsAt ?? 0) - (bar.startsAt ?? 0))
  const others = lengths.toSpliced(index, 1)
  const at = (place: number): number => others.slice(0, place).reduce((sum, length) => sum + length, 0)
  const wanted = at(index) + by
  const distance = (place: number): number => Math.abs(at(place) - wanted)
  let best = index
  for (let place = begunCount(drawn, begunUntil); place < lengths.length; place++) {
    if (distance(place) < distance(best)) best = place
  }
  return best
}

function startedBy({ plan, index, part, drawn, startedAt, begunUntil, step }: Grasp, by: number): Plan {
  const bar = drawn.bars[index]
  const earliest = begunUntil === null ? 0 : begunUntil + 1
  const wanted = Math.max(earliest, (bar?.startsAt ?? 0) + by)
  if (part.relative_dates === 0 && startedAt !== null) {
    const seconds = Math.max(earliest, snapped(bar?.startsAt ?? 0, by, step))
    const started_at = new Date(instant(startedAt) + seconds * 1000).toISOString()
    return setPart(plan, part.uuid, { started_at })
  }
  const before = drawn.bars[index - 1]
  const anchor = (part.start_of === 'after_previous_starts' ? before?.startsAt : before?.endsAt) ?? 0
  const distance = part.start_of === 'before_previous_ends' ? anchor - wanted : wanted - anchor
  const time_from = Math.min(MONTH, Math.max(0, snapped(part.time_from, distance - part.time_from, step)))
  return setPart(plan, part.uuid, { time_from })
}

/** The last multiple of `step` that was passed on the way from `from`, or `from` if none was. */
function snapped(from: number, by: number, step: number): number {
  const to = (from + by) / step
  return by > 0 ? Math.max(from, Math.floor(to) * step) : Math.min(from, Math.ceil(to) * step)
}

/** How many parts of the group have begun. */
function begunCount({ bars }: GroupTimeline, begunUntil: number | null): number {
  return begunUntil === null ? 0 : bars.filter(({ startsAt }) => startsAt !== null && startsAt <= begunUntil).length
}
