/**
 * Checks the timed parts of a plan with the documented messages (B§5). The builder and the server run the same check.
 *
 * The rules that surprise: a duration of zero is an error only when the part has a date (D-87). A part may start
 * together with the session (D-89). A part may overlap the one before when its start point lies inside that part, and
 * groups run side by side (D-88). The check skips dates that a rule computed, because the server computes them again.
 *
 * Errors are keyed by path, such as `parts.0.parts.2.started_at`. The messages count parts from 1 in display order.
 */
import { instant } from '../lib/instant.ts'
import type { Part, PartGroup, Plan } from './plan.ts'
import { partSeconds, roundsOf } from './schedule.ts'

/** @internal Exported for tests only. */
export const ZERO_DURATION = 'The duration cannot be 0.'
/** @internal Exported for tests only. */
export const NO_SESSION_START =
  'Please set the challenge start date. The challenge start date must be set if any timer dates are set.'
/** @internal Exported for tests only. */
export const PARTS_OVERLAP =
  "Parts cannot overlap. The start dates must not occur before the previous timer's end date."

export interface PartsCheck {
  /** Path of a field → its error message; empty when the plan is valid. */
  fields: Record<string, string>
  /** Messages about the whole plan, shown as toasts. */
  warnings: string[]
}

/**
 * Checks dates and durations of parts (BLD-14, BLD-16..BLD-21). `startedAt` is the session's start, ISO 8601 or null.
 */
export function checkParts(plan: Pick<Plan, 'parts'>, startedAt: string | null): PartsCheck {
  const fields: Record<string, string> = {}
  const warnings = new Set<string>()
  const start = startedAt === null ? null : instant(startedAt)
  for (const [g, group] of plan.parts.entries()) {
    let before: Span = NOWHERE
    let previousEnd: number | null = null
    for (const [index, at] of displayed(group).entries()) {
      const part = group.parts[at]
      if (!part) continue
      const path = `parts.${g}.parts.${at}`
      const typed = typedStart(group, part, index === 0)
      const seconds = partSeconds(part)
      if (seconds === 0 && (typed !== null || typedEnd(group, part))) fields[`${path}.duration`] = ZERO_DURATION
      const problem = startProblem(typed, start, previousEnd, index + 1)
      if (problem) {
        fields[`${path}.started_at`] = problem.text
        if (problem.warning) warnings.add(problem.warning)
      }
      const from: number | null = typed ?? ruledStart(group, part, index === 0, before, start)
      const turns = part.per_participant ? roundsOf(part) : 1
      const to: number | null = from === null ? null : from + seconds * turns * 1000
      if (to !== null && !mayOverlap(group, part)) previousEnd = Math.max(previousEnd ?? to, to)
      before = { from, to }
    }
  }
  return { fields, warnings: [...warnings] }
}

/**
 * Finds uuids and orders that occur twice, and parts that name a goal that the plan does not have. Returns messages by
 * path; empty when the plan is valid.
 */
export function checkPlan(plan: Plan): Record<string, string> {
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  const goals = new Set(plan.tasks.flatMap(group => group.parts.map(task => task.uuid)))
  for (const list of ['parts', 'tasks'] as const) {
    for (const [g, group] of plan[list].entries()) {
      if (isTwice(seen, group.uuid)) fields[`${list}.${g}.uuid`] = TWICE
      const orders = new Set<number>()
      for (const [index, item] of group.parts.entries()) {
        const path = `${list}.${g}.parts.${index}`
        if (isTwice(seen, item.uuid)) fields[`${path}.uuid`] = TWICE
        // Every item has order 0 until someone moves one.
        if (item.order !== 0 && orders.has(item.order)) fields[`${path}.order`] = 'Another item has this place.'
        orders.add(item.order)
        if (!('task_uuids' in item)) continue
        for (const [at, uuid] of item.task_uuids.entries()) {
          if (!goals.has(uuid)) fields[`${path}.task_uuids.${at}`] = 'There’s no such goal in this plan.'
        }
      }
    }
  }
  return fields
}

/**
 * Returns the message for a group that is auto-started but not linked, in a session that the host starts by hand
 * (BLD-49, BLD-50, D-92); else null.
 */
export function autoStartProblem(group: Pick<PartGroup, 'linked' | 'auto_start'>, isManual: boolean): string | null {
  return group.auto_start && !group.linked && isManual ? 'Auto started events must be linked.' : null
}

function startProblem(
  typed: number | null,
  start: number | null,
  previousEnd: number | null,
  number: number
): { text: string; warning?: string } | null {
  if (typed === null) return null
  if (start === null) return { text: NO_SESSION_START, warning: NO_SESSION_START }
  if (typed < start) return { text: `The start date of timer #${number} must occur after the challenge's start date.` }
  if (previousEnd === null || typed >= previousEnd) return null
  const text = `The start date of timer #${number} must not occur before the previous timer's end date.`
  return { text, warning: PARTS_OVERLAP }
}

/** Returns the start that a person typed, in ms; null when a rule computes it. */
function typedStart(group: PartGroup, part: Part, isFirst: boolean): number | null {
  if (part.started_at === null || part.pinned > 0) return null
  const chosen = isFirst ? !part.relative_dates || !group.auto_start : !group.linked && !part.relative_dates
  return chosen ? instant(part.started_at) : null
}

/** When a part begins and ends, in ms; null while unknown. */
interface Span {
  from: number | null
  to: number | null
}
const NOWHERE: Span = { from: null, to: null }

/**
 * Returns when a part begins by its rule, for one participant. Null for a pinned part: a running session moved it, so
 * its place is no mistake of the plan.
 */
function ruledStart(group: PartGroup, part: Part, isFirst: boolean, before: Span, start: number | null): number | null {
  if (part.pinned > 0) return null
  const distance = part.time_from * 1000
  if (isFirst) {
    if (start === null || !group.auto_start) return null
    return start + (group.linked || part.start_of === 'before_previous_ends' ? 0 : distance)
  }
  if (group.linked) return before.to
  if (!part.relative_dates || before.from === null || before.to === null) return null
  if (part.start_of === 'after_previous_starts') return before.from + distance
  return part.start_of === 'after_previous_ends' ? before.to + distance : before.to - distance
}

function typedEnd(group: PartGroup, part: Part): boolean {
  return part.ended_at !== null && !part.relative_dates && !group.linked
}

function mayOverlap(group: PartGroup, part: Part): boolean {
  return !group.linked && part.relative_dates === 1 && part.start_of !== 'after_previous_ends'
}

/** Returns the indexes of the parts in display order. */
function displayed(group: PartGroup): number[] {
  return group.parts
    .map((_, index) => index)
    .sort((a, b) => (group.parts[a]?.order ?? 0) - (group.parts[b]?.order ?? 0))
}

const TWICE = 'This uuid is used twice in the plan.'

/** Whether `seen` has the uuid already; adds it. */
function isTwice(seen: Set<string>, uuid: string): boolean {
  const key = uuid.toLowerCase()
  if (seen.has(key)) return true
  seen.add(key)
  return false
}

/** Returns errors by path for alerts that would sound before their part begins. */
export function checkAlerts(groups: readonly PartGroup[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [g, group] of groups.entries()) {
    for (const [index, part] of group.parts.entries()) {
      for (const [at, alert] of part.alerts.entries()) {
        if (alert.at > partSeconds(part)) fields[`parts.${g}.parts.${index}.alerts.${at}.at`] = TOO_EARLY
      }
    }
  }
  return fields
}
const TOO_EARLY = 'The part isn’t that long.'
