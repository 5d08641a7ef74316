/** The clock as a dependency. `main.ts` passes the machine's clock, and tests pass one that they move. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void
}

/** The current time as a date. */
export function dateAt(clock: Pick<Clock, 'now'>): Date {
  return new Date(clock.now())
}

/** Rejects with the text of `late` when `work` takes longer than `ms`. The work itself continues. */
export async function inTime<Value>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  late: string,
  work: () => Promise<Value>
): Promise<Value> {
  let stop = (): void => {}
  const tooLate = new Promise<never>((_, reject) => {
    stop = clock.after(ms, () => reject(new Error(late)))
  })
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    stop()
  }
}
