/**
 * When a person did something, for calls that wait in the browser until there is a connection. The page sends the time
 * with the call (`X-Done-At`), and the server bounds it: the browser is never trusted. Times are milliseconds since
 * 1970.
 */
import * as z from 'zod/mini'

const DAY_MS = 86_400_000
const dateTime = z.iso.datetime({ offset: true })

/** Reads the header, a date and time in ISO 8601 with its offset. Returns ms since 1970, or null for anything else. */
export function readDoneAt(text: string): number | null {
  return dateTime.safeParse(text).success ? Date.parse(text) : null
}

/**
 * The time that counts: not in the future, and not more than a day before the login began. A person who is logged out
 * while something waits logs in again to send it, so the start of the login alone would be too late.
 */
export function boundDoneAt(sent: number, now: number, loginStart: number): number {
  return Math.min(now, Math.max(sent, loginStart - DAY_MS))
}
