import type { RefusalBody } from '../../domain/lib/refusal.ts'

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
  /** The end of the wait that the server asked for (`Retry-After`), by the same clock. */
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
