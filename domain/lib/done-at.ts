/**
 * The time at which a person did something, for calls that wait in the browser for a connection. The page sends it in
 * the header `X-Done-At`. The server limits it, because it does not trust the browser. Times are milliseconds since
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
 * Limits a sent time: not in the future, and at most a day before the login began. The start of the login itself would
 * be too late, because a person may have to log in again before a waiting call is sent.
 */
export function boundDoneAt(sent: number, now: number, loginStart: number): number {
  return Math.min(now, Math.max(sent, loginStart - DAY_MS))
}
