/** When this tab last had the response to a log of mine: what a room then tells of my timers is on the page already. */
let movedAt = Number.NEGATIVE_INFINITY

/** Called with each such response. */
export function movedMyTimer(): void {
  movedAt = performance.now()
}

/** @internal Asked by tests alone, whose clocks begin anew. */
export function forgetMovedTimer(): void {
  movedAt = Number.NEGATIVE_INFINITY
}

/** @param time of `performance.now()` */
export function hasMovedTimerSince(time: number): boolean {
  return movedAt >= time
}
