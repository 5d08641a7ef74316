/** The time as a part that is passed in: `main.ts` gives the machine's, tests give one that they move. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
  /** Runs something once, `ms` from now; answers how to call it off. */
  after: (ms: number, run: () => void) => () => void
}

export function dateAt(clock: Pick<Clock, 'now'>): Date {
  return new Date(clock.now())
}
