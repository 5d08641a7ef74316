/** Decides which failures are retried, and when. */
import { CallRefused } from '../lib/api.ts'

const FIRST_MS = 1000
export const LONGEST_MS = 60_000
const MOST_TRIES = 20
/** The longest wait on request of a server. Also limits the effect of a wrong device clock. */
export const LONGEST_ASKED_MS = 3_600_000

/**
 * Whether the failure is final. A missing response, a time-out, too many requests, and a broken or busy server may
 * pass. But a server that fails at the same item for about a quarter of an hour would block all later ones, so that
 * counts as final.
 */
export function isRefused(error: unknown, tries: number): error is CallRefused {
  if (!(error instanceof CallRefused) || [408, 429].includes(error.status)) return false
  return error.status < 500 || (error.status === 500 && tries >= MOST_TRIES)
}

/**
 * How long to wait after the `tries`-th failure, in ms: 1 s doubling to a minute, half of it random, so that pages that
 * failed together retry at different times.
 */
export function retryDelay(tries: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 10))
  return Math.round(longest / 2 + (random * longest) / 2)
}

/** The wait that the server asked for, in ms. */
export function askedDelay(error: unknown): number {
  return error instanceof CallRefused ? Math.min(error.retryAfter ?? 0, LONGEST_ASKED_MS) : 0
}
