/**
 * When this tab last received a response about one of the user's logs. The page then has the changes already that the
 * socket reports.
 */
let movedAt = Number.NEGATIVE_INFINITY

/** Call on each such response. */
export function movedMyTimer(): void {
  movedAt = performance.now()
}

/** @internal Used by tests only, whose clocks start over. */
export function forgetMovedTimer(): void {
  movedAt = Number.NEGATIVE_INFINITY
}

/** @param time of `performance.now()` */
export function hasMovedTimerSince(time: number): boolean {
  return movedAt >= time
}
