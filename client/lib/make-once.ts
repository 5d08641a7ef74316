/**
 * Creates one thing from a form, however often the form is sent and changed in between. The key stays the same until
 * the thing exists. If an earlier request created it but its response was lost, the server refuses the key with a
 * different body. Then the earlier body is sent again, which returns the created thing.
 */
import type { WritableAtom } from 'nanostores'
import { CallRefused } from './api.ts'
import { randomUuid } from './client-uuid.ts'

export interface Making {
  key: string
  /** Bodies that were sent with the key, without a known result. */
  sent: readonly unknown[]
}

export function newMaking(): Making {
  return { key: randomUuid(), sent: [] }
}

/** Keeps the making in a draft's store. */
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
  /** The thing was created from an earlier body and still has those values. */
  isOlder: boolean
}

/**
 * Creates the thing. Afterwards the caller starts a new making.
 * @param on holds the making between tries
 * @param change updates the thing to `body` if an earlier body created it; without it the caller tells the person
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
    // A gateway that responds for the server does not know whether the server acted.
    const isRefused = error instanceof CallRefused && error.status < 500 && error.status !== 408
    if (isRefused && !isKnown) on.current = { key, sent }
    if (!isKeyUsed(error)) throw error
    const made = await findMade(sent as Body[], earlier => send(earlier, key))
    if (made === null) {
      // The next press starts over with a new key.
      on.current = newMaking()
      throw error
    }
    return change ? { made: await change(made), isOlder: false } : { made, isOlder: true }
  }
}

/** Sends the earlier bodies again until one belongs to the key, and returns what it created. */
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
