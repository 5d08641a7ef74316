/** Lower limits for new accounts (D-145). */
import { type ALLOWANCES, type Allowance, DAY, HOUR, tryAgainIn } from './limits.ts'

/**
 * Lower limits for a new account: on its first day, and until its email is confirmed (D-145). They count beside
 * `ALLOWANCES`, and stop someone who registers to send spam.
 */
export const FIRST_DAY = {
  messages: { most: 30, within: HOUR, message: 'send 30 messages an hour' },
  messagesInARow: { most: 1, within: 2, message: 'send one message every two seconds' },
  sessions: { most: 3, within: DAY, message: 'create 3 sessions on their first day' },
  groups: { most: 1, within: DAY, message: 'create 1 group on their first day' },
  pictures: { most: 10, within: DAY, message: 'upload 10 pictures on their first day' }
} satisfies Record<string, Allowance>
export type FirstDayKey = keyof typeof FIRST_DAY
export type AllowanceKey = keyof typeof ALLOWANCES | FirstDayKey

const FIRST_DAY_MS = DAY * 1000

/** An account, as far as its limits depend on it. */
export interface LimitedAccount {
  id: number
  role_id: number
  registered: Date
  is_unconfirmed: boolean
}

/**
 * When the lower limits of an account end, in ms since 1970; null for an account that has none. `Infinity` means that
 * they end when the email is confirmed.
 * @param isStaff moderators and admins have no lower limits
 */
export function lowerLimitsEnd(
  { registered, is_unconfirmed }: Omit<LimitedAccount, 'id' | 'role_id'>,
  isStaff: boolean,
  now: number
): number | null {
  if (isStaff) return null
  if (is_unconfirmed) return Number.POSITIVE_INFINITY
  const end = registered.getTime() + FIRST_DAY_MS
  return end > now ? end : null
}

/** Returns what a new account is told about a limit that it has reached. @param until when the account may again, ms */
export function firstDayText(key: FirstDayKey, until: number, now: number): string {
  return `New accounts can ${FIRST_DAY[key].message}. ${tryAgainIn(secondsUntil(until, now))}`
}

/** Returns what a new account is told about a link in a message. @param end of the lower limits */
export function noLinksText(end: number, now: number): string {
  const when = Number.isFinite(end)
    ? tryAgainIn(secondsUntil(end, now)).replace('Please try again', 'You can')
    : 'You can once you’ve confirmed your email.'
  return `New accounts can’t send links. ${when}`
}

const secondsUntil = (until: number, now: number): number => Math.ceil((until - now) / 1000)
