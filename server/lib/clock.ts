/** The clock as a dependency: `main.ts` passes the machine's, tests pass one that they move. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
  /** Runs something once, `ms` from now; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void
}

export function dateAt(clock: Pick<Clock, 'now'>): Date {
  return new Date(clock.now())
}
