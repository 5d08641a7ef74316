/**
 * Quiet hours: from one time of the clock on the wall to another one, in the person's own zone, every day. They may go
 * over midnight.
 *
 * The rule that surprises: only what the clock shows counts. An hour that it shows twice is quiet both times, or neither
 * time; quiet hours whose end the clock skips end when it goes on.
 *
 * Units: instants are milliseconds since 1970.
 */
import * as z from 'zod/mini'
import { wallClock } from '../days/day.ts'

/** Times such as "22:00"; they differ. */
export interface QuietHours {
  from: string
  until: string
}

const MINUTE = 60_000
const DAY = 86_400_000
const TIME_TEXT = 'Give a time such as 22:00.'

export const quietHours = z
  .object({
    from: z.string(TIME_TEXT).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_TEXT)),
    until: z.string(TIME_TEXT).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_TEXT))
  })
  .check(z.refine(({ from, until }) => from !== until, { error: 'Give two different times.', path: ['until'] }))

/** Whether the clock on the wall shows a quiet time at this instant. @internal Exported for tests too. */
export function isQuiet(at: number, { from, until }: QuietHours, timeZone: string): boolean {
  const [start, end, shown] = [msOf(from), msOf(until), wallClock(at, timeZone) % DAY]
  return start < end ? start <= shown && shown < end : shown >= start || shown < end
}

/** The first instant from `at` on that is not quiet: `at` itself, or the end of the quiet hours. */
export function quietEnd(at: number, quiet: QuietHours | null, timeZone: string): number {
  if (!quiet) return at
  let loud = at
  // Where the clocks go back in between, it is still quiet by then.
  while (isQuiet(loud, quiet, timeZone)) {
    const before = loud
    loud += (msOf(quiet.until) - (wallClock(loud, timeZone) % DAY) + DAY) % DAY
    if (wallClock(loud, timeZone) % DAY !== msOf(quiet.until)) loud = firstLoud(before, loud, quiet, timeZone)
  }
  return loud
}

/** The clocks change between the two: within some minute it stops being quiet, unless it is quiet at the second too. */
function firstLoud(quietAt: number, at: number, quiet: QuietHours, timeZone: string): number {
  if (isQuiet(at, quiet, timeZone)) return at
  // Zones are whole minutes from UTC, so it becomes loud at the start of a minute.
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
