/**
 * How long a login lasts: 30 days after it was last used. It is renewed at most once an hour, so that most requests
 * write nothing. Times are milliseconds since 1970.
 */
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const LOGIN_LASTS_MS = 30 * DAY_MS
/** How long we remember a browser after the last sign-in in it. */
export const BROWSER_KNOWN_MS = 180 * DAY_MS

/** Returns when a login ends that is used at `now` for the last time. */
export function loginEnd(now: number): number {
  return now + LOGIN_LASTS_MS
}

/** Returns when a login that ends at `end` was last used, exact to the hour. */
export function lastUse(end: number): number {
  return end - LOGIN_LASTS_MS
}

/** Whether a login that ends at `end` is due to be renewed by its use at `now`. */
export function isRenewalDue(end: number, now: number): boolean {
  return now - lastUse(end) >= HOUR_MS
}
