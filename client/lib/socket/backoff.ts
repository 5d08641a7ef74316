const FIRST_DELAY = 1000
const LONGEST_DELAY = 30_000

/** The delay in ms before the next attempt: 1 s, 2 s, 4 s … 30 s, less a random part of up to a fifth. */
export function backoff(failures: number, random: number): number {
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(failures, 10))
  return Math.round(delay * (1 - random / 5))
}
