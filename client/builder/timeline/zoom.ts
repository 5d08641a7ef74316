/**
 * How wide a plan is drawn, so that what can be pressed is wide enough for a finger (WCAG 2.2, target size): at a zoom of
 * 1 the whole plan fits. Units: seconds and pixels.
 */
import type { Bar } from '../../../domain/activities/timeline.ts'

/** The least width of something that can be pressed. */
const TARGET = 24
/** What is drawn is rounded to pixels. */
const ENOUGH = TARGET - 0.5
/** Between two bars. */
const SPACE = 2
/** A plan with one very short event among long ones is not drawn kilometres wide because of it. */
const A_BAR = 72

export interface Zooms {
  /** Where each bar can be pressed, if that is not too wide for the number of bars. */
  usual: number
  most: number
}

/** @param width of the line at a zoom of 1; 0 while nobody knows */
export function zoomsFor(bars: readonly Bar[], scale: number, width: number): Zooms {
  const lengths = bars.map(bar => (bar.endsAt ?? 0) - (bar.startsAt ?? 0)).filter(length => length > 0)
  if (width === 0 || lengths.length === 0) return { usual: 1, most: 1 }
  const needed = (TARGET + SPACE) / ((Math.min(...lengths) / scale) * width)
  const usual = Math.max(1, Math.min(needed, (lengths.length * A_BAR) / width))
  return { usual, most: needed > 1 ? needed * 2 : 1 }
}

/**
 * How wide the bars of one line are to the hand, by uuid: a narrow one reaches over the beginning of a long one after it.
 * Those that are missing are too narrow to be pressed.
 */
export function reachOf(
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
