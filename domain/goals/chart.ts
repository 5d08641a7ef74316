/**
 * The chart of a goal: what was done by the end of each day, the line that reaches the goal on its last day, what is
 * needed from today on, and where the pace so far leads.
 *
 * The rule that surprises: a point stands at the end of its day, so all lines begin with nothing the day before the first.
 *
 * Units: as the goal is measured, miles or seconds.
 */
import { addDays, type Day, daysBetween } from '../days/day.ts'
import type { Contribution } from '../logs/log.ts'
import { wholeOf } from './completions.ts'
import { paceOf } from './pace.ts'
import type { Targets } from './targets.ts'

/** What was done by the end of a day. */
export interface ChartPoint {
  day: Day
  value: number
}
type Line = [ChartPoint, ChartPoint]

export interface GoalChart {
  kind: keyof Contribution
  /** Null for a goal that asks for nothing. */
  target: number | null
  /** The first point of `done`, and the day at which the chart ends. */
  from: Day
  to: Day
  /** The earliest first; begins with nothing and ends today. */
  done: ChartPoint[]
  /** Reaches the goal on its last day. */
  even: Line | null
  /** The same from today on, while there is something left and a day to do it. */
  needed: Line | null
  /** The pace so far, to the day on which it reaches the goal or to the end of the chart. */
  forecast: Line | null
}

/** What was done until the end of each step on which something was done, the earliest first. */
export interface Progress {
  from: Day
  /** Days. */
  step: number
  points: (Contribution & { day: Day })[]
}

const MOST_STEPS = 120

/** Days from one point to the next: one for some months, then whole weeks, so that there are at most 120. */
export function stepOf(from: Day, today: Day): number {
  const days = daysBetween(from, today) + 1
  return days <= MOST_STEPS ? 1 : 7 * Math.ceil(days / 7 / MOST_STEPS)
}

/**
 * @param total what was done until now, which may be newer than `progress`
 * @param completed the day on which it was completed, with which the chart ends; null while it is open
 * @returns null for a goal of which there is nothing to show
 */
export function chartOf(
  goal: Targets,
  total: Contribution,
  progress: Progress,
  { first, last, completed, ...days }: { first: Day; last: Day | null; completed: Day | null; today: Day }
): GoalChart | null {
  const whole = wholeOf(goal)
  const kind = whole?.kind ?? (['amount', 'distance', 'duration'] as const).find(one => total[one] > 0)
  if (!kind || (total[kind] === 0 && !last)) return null
  const target = whole?.target ?? null
  const today = completed ?? days.today
  const now = { day: today, value: total[kind] }
  const done = [...pointsOf(progress, kind, today), now]
  const pace = last === null || completed ? null : paceOf(goal, total, { first, last, today })
  const end = last && last > today ? last : today
  // A forecast of years would leave no room for the days so far.
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
      target && last && last >= first
        ? [
            { day: addDays(first, -1), value: 0 },
            { day: last, value: target }
          ]
        : null,
    needed: target && pace?.needed && last && last > today ? [now, { day: last, value: target }] : null,
    forecast: target && forecast && forecast > today ? cut([now, { day: forecast, value: target }], to) : null
  }
}

/** Where a line is at the end of a day; before and after the line, where it begins and ends. */
export function valueAt([start, end]: Line, day: Day): number {
  const part = daysBetween(start.day, day) / daysBetween(start.day, end.day)
  return start.value + (end.value - start.value) * Math.min(1, Math.max(0, part))
}

function cut(line: Line, to: Day): Line {
  return line[1].day <= to ? line : [line[0], { day: to, value: valueAt(line, to) }]
}

/** The end of each step before today. */
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
