/**
 * A plan as it is drawn and read: each part with its place on the line, in seconds from the start. Groups run side by
 * side, so each has a line of its own; only the first of several sets is drawn.
 */
import type { Part, PartGroup, Plan } from '../../domain/activities/plan.ts'
import { partSeconds } from '../../domain/activities/schedule.ts'
import { layOut } from '../../domain/activities/timeline.ts'
import { intervalOf } from '../../domain/activities/timers.ts'
import { intervalText } from './interval-text.ts'

export interface PlanRow {
  part: Part
  startsAt: number | null
  /** Of one person's turn, where people take turns. */
  seconds: number
  interval: string
  /** Shares of the part that its inner timers take, for the stripes in its bar; empty when there are too many to see. */
  stripes: number[]
}

export interface PlanLine {
  group: PartGroup
  waits: boolean
  rows: PlanRow[]
  /** The end of the first set. */
  length: number
}

const MOST_STRIPES = 60

export function planLines(plan: Pick<Plan, 'parts'>, duration: number): { lines: PlanLine[]; total: number } {
  const { groups, total } = layOut(plan, null, duration)
  const lines = plan.parts.flatMap((group, index) => {
    const drawn = groups[index]
    if (!drawn || group.hidden || group.parts.length === 0) return []
    const rows = drawn.bars.flatMap(bar => {
      const part = group.parts.find(({ uuid }) => uuid === bar.uuid)
      return part ? [rowOf(part, bar.startsAt)] : []
    })
    const length = drawn.bars.reduce((end, bar) => Math.max(end, bar.endsAt ?? 0), 0)
    return [{ group, waits: drawn.waits, rows, length }]
  })
  return { lines, total }
}

function rowOf(part: Part, startsAt: number | null): PlanRow {
  return { part, startsAt, seconds: partSeconds(part), interval: intervalText(part), stripes: stripesOf(part) }
}

function stripesOf(part: Part): number[] {
  if (!part.is_interval) return []
  const { inner, sets } = intervalOf(part)
  const once = inner.reduce((sum, { duration }) => sum + duration, 0)
  if (once === 0 || inner.length * sets > MOST_STRIPES) return []
  return Array.from({ length: sets }, () => inner.map(({ duration }) => duration / once / sets)).flat()
}
