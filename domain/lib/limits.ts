/**
 * Limits for one person, one session and the server. All are far above normal use and below the point where others
 * suffer. Each refusal names its limit and, if waiting helps, when to try again.
 */
import { plural } from './duration.ts'

/** How many calls may wait for the lock of one session: calls that are handled in one batch, and all others. */
export const MOST_TOGETHER_WAITING = 2000
export const MOST_WAITING_IN_ROOM = 100

/** Seconds until a refused call is worth another try. */
export const RETRY_BUSY = 2

/** How far a replica of the database may be behind, ms. */
export const MOST_BEHIND = 5000

/** The most running or paused timers of a person in one session. */
export const MOST_OPEN_TIMERS = 20
/**
 * The most totals of a person in one session. Each pair of a goal and an action has a total, and every page gets them.
 */
export const MOST_TOTALS = 200

/**
 * How many password checks run at once, and how many may wait. Each takes a core and 19 MB; one core stays free for
 * reads.
 */
export const PASSWORD_CHECKS = 2
export const MOST_WAITING_CHECKS = 200

/** Limits of an uploaded picture. Pixels count over all frames; decoding takes up to four bytes for each pixel. */
export const MOST_PICTURE_BYTES = 10 * 1_048_576
export const MOST_PIXELS = 50_000_000
export const MOST_FRAMES = 500
/** How many uploads of one person run at once, and how many more may wait. */
export const UPLOADS_AT_ONCE = 2
export const MOST_WAITING_UPLOADS = 20
/** How many uploaded pictures may wait to be processed, and for how many seconds. */
export const MOST_WAITING_PICTURES = 30
export const LONGEST_PICTURE_WAIT = 60

/**
 * How many wrong guesses and registrations from one address are handled at once, and how many more may wait. A full
 * lecture hall may register at the same moment.
 */
export const GUESSES_AT_ONCE = 4
export const MOST_WAITING_GUESSES = 200

/** The window in seconds in which `ATTEMPTS` are counted. */
export const ATTEMPTS_WITHIN = 600

/** The most attempts in the window, and what they are counted by. */
interface Attempts {
  by: 'address' | 'account' | 'account and address' | 'account and browser' | 'person'
  most: number
}

/**
 * A whole lecture hall may share one address. So a limit by address allows eighty people to try twice, or counts only
 * wrong guesses (`guessLimit`).
 */
export const ATTEMPTS = {
  /** Counts only failed logins. */
  failedLogins: { by: 'address', most: 60 },
  /** Counts only answers that reveal that an email has an account. */
  takenEmails: { by: 'address', most: 60 },
  /** The operator can change it with `REGISTRATIONS_PER_ADDRESS`. */
  registrations: { by: 'address', most: 300 },
  guests: { by: 'address', most: 300 },
  /** Counts only wrong join codes of visitors who join as guests. */
  guestCodes: { by: 'address', most: 60 },
  /** One sign-in takes two attempts. */
  passkeySignIns: { by: 'address', most: 600 },
  signOns: { by: 'address', most: 300 },
  /** In addition, a person has at most three open links. */
  resetMails: { by: 'address', most: 300 },
  /** The tokens of links have 256 bits: nobody guesses one. */
  resets: { by: 'address', most: 300 },
  emailLinks: { by: 'address', most: 300 },
  sandboxCalls: { by: 'address', most: 1200 },
  logins: { by: 'account', most: 50 },
  loginsFromAddress: { by: 'account and address', most: 10 },
  /** Applies in a browser where the account has signed in before. */
  loginsInBrowser: { by: 'account and browser', most: 10 },
  passwords: { by: 'person', most: 10 },
  emailChanges: { by: 'person', most: 10 },
  emailChangeMails: { by: 'person', most: 10 },
  deletions: { by: 'person', most: 10 },
  joinCodes: { by: 'person', most: 20 },
  appRegistrations: { by: 'address', most: 200 },
  /** Questions, codes and tokens of apps. */
  appRequests: { by: 'address', most: 1200 },
  /** Counts only wrong secrets. */
  pressAddresses: { by: 'address', most: 300 },
  /** Of visitors. Their reports hide nothing by themselves. */
  reports: { by: 'address', most: 200 }
} satisfies Record<string, Attempts>
export type AttemptKey = keyof typeof ATTEMPTS

/** How much one person may use of something that costs no tokens. */
export interface Allowance {
  most: number
  /** Seconds. */
  within: number
  message: string
}

const MINUTES = 60
export const HOUR = 60 * MINUTES
export const DAY = 86_400

export const ALLOWANCES = {
  writes: { most: 3000, within: 10 * MINUTES, message: 'That’s a lot in a few minutes.' },
  guestWrites: { most: 300, within: 10 * MINUTES, message: 'That’s a lot in a few minutes.' },
  /** Bytes of request bodies. Saving a text every ten seconds uses a tenth of it. */
  bytes: { most: 30_000_000, within: 10 * MINUTES, message: 'That’s a lot of saving in a few minutes.' },
  pictures: { most: 300, within: DAY, message: 'You’ve reached the limit of 300 pictures a day.' },
  pictureBytes: { most: 1_000_000_000, within: DAY, message: 'You’ve reached the limit of 1 GB of pictures a day.' },
  testPushes: { most: 10, within: 10 * MINUTES, message: 'You’ve sent yourself 10 tests in a few minutes.' },
  exports: { most: 20, within: DAY, message: 'You’ve reached the limit of 20 exports a day.' },
  imported: { most: 50_000, within: DAY, message: 'You’ve reached the limit of 50,000 imported logs a day.' },
  moved: { most: 200_000, within: DAY, message: 'You’ve reached the limit of 200,000 restored rows a day.' },
  groups: { most: 20, within: DAY, message: 'You’ve reached the limit of 20 new groups a day.' },
  activities: { most: 100, within: DAY, message: 'You’ve reached the limit of 100 new activities a day.' },
  sessions: { most: 100, within: DAY, message: 'You’ve reached the limit of 100 new sessions a day.' },
  /** Each one may make and cancel two weeks of dates. */
  seriesChanges: { most: 100, within: DAY, message: 'You’ve changed series 100 times today.' },
  /** Each one may give a person two weeks of places. */
  regularPlaces: { most: 100, within: DAY, message: 'You’ve changed what you come to 100 times today.' },
  reports: { most: 50, within: DAY, message: 'You’ve reached the limit of 50 reports a day.' },
  items: { most: 300, within: DAY, message: 'You’ve reached the limit of 300 new items a day.' },
  persons: { most: 10, within: DAY, message: 'You’ve reached the limit of 10 new pages a day.' },
  follows: { most: 300, within: DAY, message: 'You’ve reached the limit of 300 follows a day.' }
} satisfies Record<string, Allowance>

/** Calls with one access token, on each node. Writes count in the limits of the person too (D-156). */
export const TOKEN_CALLS = { most: 1200, within: 10 * MINUTES, message: 'That’s a lot of calls in a few minutes.' }

/** Presses of one press address (D-156). */
export const PRESSES = { most: 300, within: 10 * MINUTES, message: 'That’s a lot of presses in a few minutes.' }

/** Returns the sentence that says when to try again. */
export function tryAgainIn(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTES)
  if (seconds < 2 * MINUTES) return `Please try again in ${plural(seconds, 'second')}.`
  return minutes < 120
    ? `Please try again in ${minutes} minutes.`
    : `Please try again in ${Math.ceil(minutes / 60)} hours.`
}
