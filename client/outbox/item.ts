import type { RefusalBody } from '../../domain/lib/refusal.ts'

/** One thing that a person did and the server has not confirmed. Kept as JSON in the browser's storage. */
export interface Item {
  /** Sent as `Idempotency-Key`: the server does it once, however often it arrives. */
  key: string
  /** Id of who did it. It is sent as nobody else. */
  person: number
  /** Method and path of the contract, such as `POST /api/messages`. */
  contract: string
  params?: Record<string, string> | undefined
  body: object
  /** When it was done, in ms since 1970 by the server's clock. */
  doneAt: number
  /** Items of one scope are sent one after another, such as the presses of one room. */
  scope: string
  /** What was done, in words, for the list of what could not be sent. */
  text: string
  /** What the page knew then and needs to show the item; it is not sent. */
  seen?: unknown
  /** Its place in the scope. */
  order: number
  /** How often it was sent without being confirmed. */
  tries: number
  /** Our own wait, in ms since 1970 by the device's clock. It ends early when the connection is back. */
  notBefore: number
  /** The wait that the server asked for (`Retry-After`), by the same clock. */
  retryAt: number
  /** Why the server refused it; null while it waits. */
  refused: string | null
  /** The refusal as it came, for the form that made the item. */
  refusal?: { status: number; body: RefusalBody }
  /** The browser has no room for it: it is gone when the page is closed. */
  isUnstored?: boolean
}

/** `POST /api/messages`: the same in every version of the page, so that an item outlives an upgrade. */
export function contractName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}
