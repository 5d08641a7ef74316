/**
 * When a text becomes public by itself: at a wall-clock time in its author's zone. Instants are ms since 1970.
 *
 * The rule that surprises: a time that the clocks skip is refused, since nobody can know what it means. Of a time that
 * they show twice, the first one counts.
 */
import * as z from 'zod/mini'
import { instantAt, isDay, wallClock } from '../lib/day.ts'

const TIME = 'Enter a date and a time, such as 2026-01-31T18:30.'
/** @internal Exported for tests only. */
export const PASSED = 'This time has passed. Choose a later one.'
/** @internal Exported for tests only. */
export const SKIPPED = 'The clocks go forward then, so this time doesn’t exist. Choose another one.'
/** @internal Exported for tests only. */
export const TOO_LATE = 'Choose a time within two years.'
export const PUBLISHED = 'This is published already. Unpublish it first.'

/** Two years. */
export const LONGEST_MS = 2 * 366 * 86_400_000

/** A date and a time of a clock, such as "2026-01-31T18:30". */
export const localTime = z
  .string(TIME)
  .check(z.refine(text => /T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, -6)), TIME))

/** Returns the instant of a local time in a zone, or why a text can't be published then. */
export function publishTime(local: string, timeZone: string, now: number): number | { problem: string } {
  const wall = Date.parse(`${local}:00Z`)
  const at = instantAt(wall, timeZone)
  if (wallClock(at, timeZone) !== wall) return { problem: SKIPPED }
  if (at <= now) return { problem: PASSED }
  return at > now + LONGEST_MS ? { problem: TOO_LATE } : at
}

/** Returns the local time of an instant, as `localTime` takes it. */
export function localTimeOf(at: number, timeZone: string): string {
  return new Date(wallClock(at, timeZone)).toISOString().slice(0, 16)
}
