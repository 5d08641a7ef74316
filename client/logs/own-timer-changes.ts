/**
 * When this tab last received a response about one of the user's logs. The page then has the changes already that the
 * socket reports.
 */
let changedAt = Number.NEGATIVE_INFINITY

/** Call on each such response. */
export function noteOwnTimerChange(): void {
  changedAt = performance.now()
}

/** @internal Used by tests only, whose clocks start over. */
export function resetOwnTimerChange(): void {
  changedAt = Number.NEGATIVE_INFINITY
}

/** @param time of `performance.now()` */
export function hasOwnTimerChangeSince(time: number): boolean {
  return changedAt >= time
}
