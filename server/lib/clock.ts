/** The time as a part that is passed in: `main.ts` gives the machine's, tests give one that they move. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
}

export function dateAt(clock: Clock): Date {
  return new Date(clock.now())
}
