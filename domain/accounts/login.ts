/**
 * How long a login lasts: 30 days after it was last used. It is renewed at most once a day, so that most requests write
 * nothing. Times are milliseconds since 1970.
 */
const DAY_MS = 86_400_000

export const LOGIN_LASTS_MS = 30 * DAY_MS

/** When a login ends that is used at `now` and not again. */
export function loginEnd(now: number): number {
  return now + LOGIN_LASTS_MS
}

/** Whether a login that ends at `end` is due to be renewed by its use at `now`. */
export function isRenewalDue(end: number, now: number): boolean {
  return loginEnd(now) - end >= DAY_MS
}
