import type { RefusalBody } from '../../domain/lib/refusal.ts'
import { CallRefused } from '../lib/api.ts'

/** An action of a person that the server has not confirmed. Stored as JSON in the browser. */
export interface Item {
  /** Sent as `Idempotency-Key`, so that the server runs the item once, however often it arrives. */
  key: string
  /** Id of the person who acted. The item is never sent as anyone else. */
  person: number
  /** Method and path of the contract, such as `POST /api/messages`. */
  contract: string
  params?: Record<string, string> | undefined
  body: object
  /** When the person acted, in ms since 1970 by the server's clock. */
  doneAt: number
  /** Items of the same scope are sent one by one, such as the presses of one room. */
  scope: string
  /** The action in words, for the list of unsent items. */
  text: string
  /** State of the page that is needed to show the item. It is not sent. */
  seen?: unknown
  /** Its position in the scope. */
  order: number
  /** How often it was sent without confirmation. */
  tries: number
  /**
   * The end of our own wait, in ms since 1970 by the device's clock. The wait ends early when the connection is back.
   */
  notBefore: number
  /** The end of the wait that the server asked for (`Retry-After`), in ms since 1970 by the server's clock. */
  retryAt: number
  /** The server's reason for refusing it; null while it waits. */
  refused: string | null
  /** The whole refusal, for the form that created the item. */
  refusal?: { status: number; body: RefusalBody }
  /** The browser could not store it, so closing the page loses it. */
  isUnstored?: boolean
}

/** `POST /api/messages`: the same in every version of the page, so that an item outlives an upgrade. */
export function contractName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}

/** Decides which failures are retried, and when. */

const FIRST_MS = 1000
export const LONGEST_MS = 60_000
const MOST_TRIES = 20
/** The longest wait on request of a server. Also limits the effect of a wrong clock. */
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
