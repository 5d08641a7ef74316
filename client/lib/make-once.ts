/**
 * Making one thing by a form, however often it is sent and whatever is changed in between. The key stays the same until
 * the thing is made. If a sending whose response was lost had made it, the server refuses the key with other words; then
 * that first body is sent again, which returns what it made.
 */
import type { WritableAtom } from 'nanostores'
import { CallRefused } from './api.ts'
import { randomUuid } from './client-uuid.ts'

export interface Making {
  key: string
  /** Bodies that were sent with the key and whose result is not known. */
  sent: readonly unknown[]
}

export function newMaking(): Making {
  return { key: randomUuid(), sent: [] }
}

/** The making of a draft that lives in a store. */
export function heldBy<Draft extends { making: Making }>(draft: WritableAtom<Draft>): { current: Making } {
  return {
    get current() {
      return draft.get().making
    },
    set current(making) {
      draft.set({ ...draft.get(), making })
    }
  }
}

interface Made<Result> {
  made: Result
  /** It was made of what was sent earlier, and still is as it was then. */
  isOlder: boolean
}

/**
 * The caller begins a new making when all is done.
 *
 * @param on holds the making, so that another try knows it
 * @param change brings what an earlier sending has made to `body`; without it, the caller tells the person
 */
export async function makeOnce<Body extends object, Result>(
  body: Body,
  on: { current: Making },
  send: (body: Body, key: string) => Promise<Result>,
  change?: (made: Result) => Promise<Result>
): Promise<Made<Result>> {
  const { key, sent } = on.current
  const text = JSON.stringify(body)
  const isKnown = sent.some(earlier => JSON.stringify(earlier) === text)
  if (!isKnown) on.current = { key, sent: [...sent, body] }
  try {
    return { made: await send(body, key), isOlder: false }
  } catch (error) {
    // A gateway that responds for the server does not know whether the server did it.
    const isRefused = error instanceof CallRefused && error.status < 500 && error.status !== 408
    if (isRefused && !isKnown) on.current = { key, sent }
    if (!isKeyUsed(error)) throw error
    const made = await findMade(sent as Body[], earlier => send(earlier, key))
    if (made === null) {
      // With the next press this is something of its own.
      on.current = newMaking()
      throw error
    }
    return change ? { made: await change(made), isOlder: false } : { made, isOlder: true }
  }
}

/** What the one of these bodies has made that belongs to the key. */
async function findMade<Body, Result>(bodies: Body[], send: (body: Body) => Promise<Result>): Promise<Result | null> {
  for (const body of bodies) {
    try {
      return await send(body)
    } catch (error) {
      if (!isKeyUsed(error)) throw error
    }
  }
  return null
}

function isKeyUsed(error: unknown): boolean {
  const errors = error instanceof CallRefused && error.status === 422 ? error.body.errors : undefined
  return errors !== undefined && 'Idempotency-Key' in errors
}
