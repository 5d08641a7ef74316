/** People who come to each date of a series (D-150). */
import type { Refusal } from '../lib/refusal.ts'

/** How many faces of regulars a page shows. */
export const MOST_REGULARS_SHOWN = 12

interface Person {
  isHost: boolean
  isGuest: boolean
  /** A host removed them from a date. */
  wasRemoved: boolean
  /** They are or were in a date. */
  wasIn: boolean
}

/**
 * Returns why a person can't come every time; null when they can. 409 after the end and for the host, who has a place
 * anyway. 403 for a guest, for a person whom a host removed from a date, and without the code of the dates.
 */
export function regularCheck(series: { hasEnded: boolean; needsCode: boolean }, person: Person): Refusal | null {
  if (series.hasEnded) return { kind: 'conflict', message: 'This series has ended.' }
  if (person.isHost) return { kind: 'conflict', message: 'You host this series, so you have a place on each date.' }
  if (person.isGuest) return { kind: 'forbidden', message: 'Register first. As a guest you can join single dates.' }
  if (person.wasRemoved) return { kind: 'forbidden', message: 'The host removed you from a date of this series.' }
  if (series.needsCode && !person.wasIn) {
    return { kind: 'forbidden', message: 'This series needs a code. Join one date with it first.' }
  }
  return null
}
