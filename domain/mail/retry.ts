/** When a mail that could not be sent is tried again. Durations are in ms. */

const MINUTE = 60_000
const LONGEST = 240 * MINUTE
const LONGEST_OUTAGE = 15 * MINUTE
/** With the delays between them nearly three days. */
const MOST_ATTEMPTS = 25

/**
 * How long to wait after the mail server has put a mail off for the `attempts`-th time: a minute, then twice as long
 * each time, up to four hours. Null when it is given up.
 */
export function retryDelay(attempts: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : Math.min(MINUTE * 2 ** (attempts - 1), LONGEST)
}

/**
 * How long all mails wait after the mail server could not be used for the `failures`-th time in a row. That is the
 * fault of no mail, so it never gives one up, and the wait stays short.
 */
export function outageDelay(failures: number): number {
  return Math.min(MINUTE * 2 ** (failures - 1), LONGEST_OUTAGE)
}
