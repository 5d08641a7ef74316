/** When to retry a mail that could not be sent. Durations are in ms. */

const MINUTE = 60_000
const LONGEST = 240 * MINUTE
const LONGEST_OUTAGE = 15 * MINUTE
/** With their delays the attempts take nearly three days. */
const MOST_ATTEMPTS = 25

/**
 * Returns how long to wait after the mail server deferred a mail for the `attempts`-th time: a minute, then twice as
 * long each time, up to four hours. Null after the last attempt.
 */
export function retryDelay(attempts: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : Math.min(MINUTE * 2 ** (attempts - 1), LONGEST)
}

/**
 * Returns how long all mails wait after the mail server was unreachable for the `failures`-th time in a row. An outage
 * does not count as an attempt of any mail.
 */
export function outageDelay(failures: number): number {
  return Math.min(MINUTE * 2 ** (failures - 1), LONGEST_OUTAGE)
}
