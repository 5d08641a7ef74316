/**
 * Decides how wide a plan is drawn, so that bars are wide enough to press (WCAG 2.2, target size). At zoom 1 the whole
 * plan fits. Units: seconds and pixels.
 */
import type { Bar } from '../../../domain/activities/timeline.ts'

/** The least width of an area to press. */
const TARGET = 24
/** A little less, because browsers round to pixels. */
const ENOUGH = TARGET - 0.5
/** The space between two bars. */
const SPACE = 2
/** The most room per bar on average, so that one very short part among long ones does not make the plan huge. */
const A_BAR = 72

export interface Zooms {
  /** The zoom at which each bar can be pressed, unless that is too wide for the number of bars. */
  usual: number
  most: number
}

/** @param width of the line at zoom 1; 0 until it is known */
export function zoomsFor(bars: readonly Bar[], scale: number, width: number): Zooms {
  const lengths = bars.map(bar => (bar.endsAt ?? 0) - (bar.startsAt ?? 0)).filter(length => length > 0)
  if (width === 0 || lengths.length === 0) return { usual: 1, most: 1 }
  const needed = (TARGET + SPACE) / ((Math.min(...lengths) / scale) * width)
  const usual = Math.max(1, Math.min(needed, (lengths.length * A_BAR) / width))
  return { usual, most: needed > 1 ? needed * 2 : 1 }
}

/**
 * The width of the area to press of each bar of a line, by uuid. The area of a narrow bar covers the start of a long bar
 * after it. Bars that are too narrow to press are missing.
 */
export function pressWidths(
  bars: readonly Bar[],
  lanes: ReadonlyMap<string, number>,
  pixelsASecond: number
): Map<string, number> {
  const reach = new Map<string, number>()
  const next = new Map<number, { from: number; reach: number }>()
  for (const { uuid, startsAt, endsAt } of bars.toSorted((a, b) => (b.startsAt ?? 0) - (a.startsAt ?? 0))) {
    if (startsAt === null || endsAt === null) continue
    const lane = lanes.get(uuid) ?? 0
    const from = startsAt * pixelsASecond
    const width = (endsAt - startsAt) * pixelsASecond - SPACE
    const after = next.get(lane)
    const over = after ? Math.max(0, from + TARGET + SPACE - after.from) : 0
    const fits = width >= ENOUGH || over === 0 || (after?.reach ?? 0) - over >= ENOUGH
    if (fits) reach.set(uuid, width >= ENOUGH ? width : TARGET)
    next.set(lane, { from, reach: fits ? width : 0 })
  }
  return reach
}
