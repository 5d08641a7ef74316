/**
 * How much one person, one room and the server take before they refuse. All of it is far above what people do, and
 * below what hurts others. Each refusal says which limit it is and, where it passes by itself, when to come back.
 */
import { plural } from './duration.ts'

/** How many wait for one room's lock, in calls that are done together and in all others. */
export const MOST_TOGETHER_WAITING = 2000
export const MOST_WAITING_IN_ROOM = 100

/** Seconds until a refused call is worth another try. */
export const RETRY_BUSY = 2

/** Timers that a person has running or paused in one session. */
export const MOST_OPEN_TIMERS = 20
/** Totals of a person in one session: each pair of a goal and an action has its own, and every page gets them. */
export const MOST_TOTALS = 200

/** Password checks at once, and how many wait: each takes a core and 19 MB for a while. One core is left to reads. */
export const PASSWORD_CHECKS = 2
export const MOST_WAITING_CHECKS = 200

/**
 * Of a picture that somebody sends. Pixels count in all frames together: each takes up to four bytes while the picture
 * is read.
 */
export const MOST_PICTURE_BYTES = 10 * 1_048_576
export const MOST_PIXELS = 50_000_000
export const MOST_FRAMES = 500
/** Pictures that one person sends at once, and how many more wait for it. */
export const UPLOADS_AT_ONCE = 2
export const MOST_WAITING_UPLOADS = 20
/** Pictures that wait until the one before is made, and for how many seconds. */
export const MOST_WAITING_PICTURES = 30
export const LONGEST_PICTURE_WAIT = 60

/** Wrong guesses and sign-ups of one address that are worked on at once, and how many more wait: a hall at its start. */
export const GUESSES_AT_ONCE = 4
export const MOST_WAITING_GUESSES = 200

/** How often something is tried in ten minutes, and by whom it is counted. */
export const ATTEMPTS_WITHIN = 600

interface Attempts {
  by: 'address' | 'account' | 'account and address' | 'account and browser' | 'person'
  most: number
}

/**
 * A whole lecture hall may share one address. So a limit by address leaves room for eighty people who each do it twice,
 * or counts wrong guesses alone (`guessLimit`).
 */
export const ATTEMPTS = {
  /** Wrong guesses. */
  failedLogins: { by: 'address', most: 60 },
  /** Answers that tell that an email has an account. */
  takenEmails: { by: 'address', most: 60 },
  /** `REGISTRATIONS_PER_ADDRESS` is another number. */
  registrations: { by: 'address', most: 300 },
  /** A sign-in takes two. */
  passkeySignIns: { by: 'address', most: 600 },
  /** One person has at most three open links, whoever asks. */
  resetMails: { by: 'address', most: 300 },
  /** The tokens of links have 256 bits: nobody guesses one. */
  resets: { by: 'address', most: 300 },
  emailLinks: { by: 'address', most: 300 },
  sandboxCalls: { by: 'address', most: 1200 },
  logins: { by: 'account', most: 50 },
  loginsFromAddress: { by: 'account and address', most: 10 },
  /** In a browser where the account has signed in before. */
  loginsInBrowser: { by: 'account and browser', most: 10 },
  passwords: { by: 'person', most: 10 },
  emailChanges: { by: 'person', most: 10 },
  emailChangeMails: { by: 'person', most: 10 },
  deletions: { by: 'person', most: 10 },
  joinCodes: { by: 'person', most: 20 }
} satisfies Record<string, Attempts>
export type AttemptKey = keyof typeof ATTEMPTS

/** What one person may use in a while of what costs no tokens. */
interface Allowance {
  most: number
  /** Seconds. */
  within: number
  message: string
}

const MINUTES = 60
const DAY = 86_400

export const ALLOWANCES = {
  writes: { most: 3000, within: 10 * MINUTES, message: 'You have done very much in a few minutes.' },
  /** Of request bodies: a text saved every ten seconds takes a tenth of it. */
  bytes: { most: 30_000_000, within: 10 * MINUTES, message: 'You have saved very much in a few minutes.' },
  pictures: { most: 300, within: DAY, message: 'You have uploaded 300 pictures in a day, which is the most.' },
  /** Of pictures. */
  pictureBytes: { most: 1_000_000_000, within: DAY, message: 'You have uploaded 1 GB in a day, which is the most.' },
  testPushes: { most: 10, within: 10 * MINUTES, message: 'You have sent yourself 10 tests in a few minutes.' },
  exports: { most: 20, within: DAY, message: 'You have exported your data 20 times in a day, which is the most.' },
  imported: { most: 50_000, within: DAY, message: 'You have imported 50,000 logs in a day, which is the most.' },
  groups: { most: 20, within: DAY, message: 'You have made 20 groups in a day, which is the most.' },
  activities: { most: 100, within: DAY, message: 'You have made 100 activities in a day, which is the most.' },
  sessions: { most: 100, within: DAY, message: 'You have made 100 sessions in a day, which is the most.' },
  items: { most: 300, within: DAY, message: 'You have written 300 items in a day, which is the most.' },
  persons: { most: 10, within: DAY, message: 'You have made 10 persons in a day, which is the most.' }
} satisfies Record<string, Allowance>
export type AllowanceKey = keyof typeof ALLOWANCES

/** When to come back, in words. */
export function tryAgainIn(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTES)
  if (seconds < 2 * MINUTES) return `Please try again in ${plural(seconds, 'second')}.`
  return minutes < 120
    ? `Please try again in ${minutes} minutes.`
    : `Please try again in ${Math.ceil(minutes / 60)} hours.`
}
