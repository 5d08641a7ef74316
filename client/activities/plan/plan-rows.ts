/**
 * A plan as it is drawn: each part with its position on the line, in seconds from the start. Groups run at the same
 * time, so each has its own line. If a group has several
 * sets, only the first is drawn.
 */
import type { Part, PartGroup, Plan } from '../../../domain/activities/plan.ts'
import { partSeconds } from '../../../domain/activities/schedule.ts'
import { layOut } from '../../../domain/activities/timeline.ts'
import { intervalOf } from '../../../domain/goals/timers.ts'
import { clockFace } from '../../../domain/lib/duration.ts'
import { intervalText } from './interval-text.ts'

export interface PlanRow {
  part: Part
  startsAt: number | null
  /** From start to end. With turns, the turns of all people. */
  length: number
  /** The length of one person's turn. */
  seconds: number
  /** Comes after a part with turns, so its start depends on the number of people. */
  floats: boolean
  interval: string
  /**
   * Shares of the part that its inner timers take, for the stripes in its bar. Empty when there are too many to
   * see.
   */
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
const DAY = 86_400

/** Draws parts with turns for `headcount` people. */
export function planLines(plan: Pick<Plan, 'parts'>, headcount = 1): { lines: PlanLine[]; total: number } {
  const { groups, total } = layOut(plan, null, 0, headcount)
  const lines = plan.parts.flatMap((group, index) => {
    const drawn = groups[index]
    if (!drawn || group.hidden || group.parts.length === 0) return []
    let floats = false
    const rows = drawn.bars.flatMap(bar => {
      const part = group.parts.find(({ uuid }) => uuid === bar.uuid)
      if (!part) return []
      const row = { ...rowOf(part, bar.startsAt), length: (bar.endsAt ?? 0) - (bar.startsAt ?? 0), floats }
      floats ||= part.per_participant === 1
      return [row]
    })
    const length = drawn.bars.reduce((end, bar) => Math.max(end, bar.endsAt ?? 0), 0)
    return [{ group, waits: drawn.waits, rows, length }]
  })
  return { lines, total }
}

function rowOf(part: Part, startsAt: number | null): Omit<PlanRow, 'length' | 'floats'> {
  return { part, startsAt, seconds: partSeconds(part), interval: intervalText(part), stripes: stripesOf(part) }
}

function stripesOf(part: Part): number[] {
  if (!part.is_interval) return []
  const { inner, sets } = intervalOf(part)
  const once = inner.reduce((sum, { duration }) => sum + duration, 0)
  if (once === 0 || inner.length * sets > MOST_STRIPES) return []
  return Array.from({ length: sets }, () => inner.map(({ duration }) => duration / once / sets)).flat()
}

export function hasTurns(plan: Pick<Plan, 'parts'>): boolean {
  return plan.parts.some(group => group.parts.some(part => part.per_participant === 1))
}

/** "12:30" into the session; "Day 8" or "Day 8, 06:00" in plans of days. */
export function offsetText(seconds: number, total: number): string {
  if (total <= DAY) return clockFace(seconds)
  const rest = seconds % DAY
  const time = rest === 0 ? '' : `, ${clockFace(rest)}`
  return `Day ${Math.floor(seconds / DAY) + 1}${time}`
}
