/**
 * Quiet hours: every day from one wall-clock time to another, in the person's zone. They may cross midnight.
 *
 * The rule that surprises: only the shown time counts. An hour that the clock shows twice is quiet both times or
 * neither time. If the clock skips the end of quiet hours, they end with the clock change.
 *
 * Units: instants are milliseconds since 1970.
 */
import { wallClock } from '../lib/day.ts'

/** Two different times such as "22:00". */
export interface QuietHours {
  from: string
  until: string
}

const MINUTE = 60_000
const DAY = 86_400_000

/** Whether the wall clock shows a quiet time at this instant. @internal Exported for tests too. */
export function isQuiet(at: number, { from, until }: QuietHours, timeZone: string): boolean {
  const [start, end, shown] = [msOf(from), msOf(until), wallClock(at, timeZone) % DAY]
  return start < end ? start <= shown && shown < end : shown >= start || shown < end
}

/** Returns the first instant from `at` on that is not quiet: `at` itself or the end of the quiet hours. */
export function quietEnd(at: number, quiet: QuietHours | null, timeZone: string): number {
  if (!quiet) return at
  let loud = at
  // If the clocks go back in between, the found time is still quiet, so repeat.
  while (isQuiet(loud, quiet, timeZone)) {
    const before = loud
    loud += (msOf(quiet.until) - (wallClock(loud, timeZone) % DAY) + DAY) % DAY
    if (wallClock(loud, timeZone) % DAY !== msOf(quiet.until)) loud = firstLoud(before, loud, quiet, timeZone)
  }
  return loud
}

/**
 * Finds the first minute that is not quiet between two instants with a clock change. Returns `at` if that is quiet too.
 */
function firstLoud(quietAt: number, at: number, quiet: QuietHours, timeZone: string): number {
  if (isQuiet(at, quiet, timeZone)) return at
  // Offsets from UTC are whole minutes, so quiet hours end at the start of a minute.
  let [low, high] = [Math.floor(quietAt / MINUTE), Math.ceil(at / MINUTE)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isQuiet(middle * MINUTE, quiet, timeZone)) low = middle
    else high = middle
  }
  return high * MINUTE
}

function msOf(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE
}
