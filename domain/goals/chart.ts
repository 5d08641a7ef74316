/**
 * The chart of a goal. It has four lines: the total at the end of each day, an even line to the target on the last day,
 * the line needed from today on, and a forecast at the pace so far.
 *
 * The rule that surprises: a point is the total at the end of its day, so all lines begin at 0 on the day before the
 * first.
 *
 * Units: the goal's own unit, miles or seconds.
 */
import { addDays, type Day, daysBetween } from '../lib/day.ts'
import type { Contribution } from '../logs/log.ts'
import { ringTarget } from './completions.ts'
import { limitOf } from './limit.ts'
import { paceOf } from './pace.ts'
import type { Targets } from './targets.ts'

/** The total at the end of a day. */
export interface ChartPoint {
  day: Day
  value: number
}
type Line = [ChartPoint, ChartPoint]

export interface GoalChart {
  kind: keyof Contribution
  /** The limit of a goal to stay below. Null for a goal without a target. */
  target: number | null
  /** The days of the first point and of the end of the chart. */
  from: Day
  to: Day
  /** The totals, the earliest first; from 0 until today. */
  done: ChartPoint[]
  /** From 0 to the target on the last day. */
  even: Line | null
  /** From today's total to the target on the last day, while something is left and the last day is still to come. */
  needed: Line | null
  /** The pace so far, from today's total until it reaches the target or the chart ends. */
  forecast: Line | null
}

/** The totals at the end of each step that has logs, the earliest first. */
export interface Progress {
  from: Day
  /** Days. */
  step: number
  points: (Contribution & { day: Day })[]
}

const MOST_STEPS = 120

/**
 * Returns the days between two points: one for up to 120 days, else whole weeks, so that there are at most 120 points.
 */
export function stepOf(from: Day, today: Day): number {
  const days = daysBetween(from, today) + 1
  return days <= MOST_STEPS ? 1 : 7 * Math.ceil(days / 7 / MOST_STEPS)
}

/**
 * Returns the chart of a goal; null when there is nothing to show.
 * @param total the totals now, which may be newer than `progress`
 * @param completed the day of completion, on which the chart ends; null while the goal is open
 */
export function chartOf(
  goal: Targets,
  total: Contribution,
  progress: Progress,
  { first, last, completed, ...days }: { first: Day; last: Day | null; completed: Day | null; today: Day }
): GoalChart | null {
  const whole = ringTarget(goal)
  const limit = limitOf(goal)
  const kind = whole?.kind ?? limit?.kind ?? (['amount', 'distance', 'duration'] as const).find(one => total[one] > 0)
  if (!kind || (total[kind] === 0 && !last)) return null
  const target = whole?.target ?? limit?.limit ?? null
  const today = completed ?? days.today
  const now = { day: today, value: total[kind] }
  const done = [...pointsOf(progress, kind, today), now]
  const pace = last === null || completed ? null : paceOf(goal, total, { first, last, today })
  const end = last && last > today ? last : today
  // Limit the forecast, because a forecast of years would squeeze the days so far.
  const furthest = addDays(end, Math.ceil(daysBetween(progress.from, end) / 4))
  const forecast = pace?.forecast ?? null
  const to = forecast === null || forecast <= end ? end : forecast < furthest ? forecast : furthest
  return {
    kind,
    target,
    from: addDays(progress.from, -1),
    to,
    done,
    even:
      whole && last && last >= first
        ? [
            { day: addDays(first, -1), value: 0 },
            { day: last, value: whole.target }
          ]
        : null,
    needed: target && pace?.needed && last && last > today ? [now, { day: last, value: target }] : null,
    forecast: target && forecast && forecast > today ? cut([now, { day: forecast, value: target }], to) : null
  }
}

/**
 * Returns the value of a line at the end of a day. Before the line it is its first value, after the line its last one.
 */
export function valueAt([start, end]: Line, day: Day): number {
  const part = daysBetween(start.day, day) / daysBetween(start.day, end.day)
  return start.value + (end.value - start.value) * Math.min(1, Math.max(0, part))
}

function cut(line: Line, to: Day): Line {
  return line[1].day <= to ? line : [line[0], { day: to, value: valueAt(line, to) }]
}

/** Returns the totals at the end of each step before today. */
function pointsOf({ from, step, points }: Progress, kind: keyof Contribution, today: Day): ChartPoint[] {
  const line = [{ day: addDays(from, -1), value: 0 }]
  let next = 0
  let value = 0
  for (let day = addDays(from, step - 1); day < today; day = addDays(day, step)) {
    for (let point = points[next]; point && point.day <= day; point = points[++next]) value = point[kind]
    line.push({ day, value })
  }
  return line
}
