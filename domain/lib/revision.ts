/**
 * Revisions count the changes of a stored object. A save may send the revision that it began from. It is refused when
 * that is old, so that nobody overwrites changes that they have not seen (D-140). A save without a revision overwrites
 * everything.
 */
import * as z from 'zod/mini'
import { whole } from './fields.ts'
import type { Newer, Refusal } from './refusal.ts'

/** The revision that a save began from. */
export const sentRevision = z.optional(whole(0, 2_000_000_000))

const CHANGED_MEANWHILE = 'Someone changed this while you were editing it. Nothing is saved yet.'

/** Whether a save began from another revision than the stored one (D-140). */
export function isOld(sent: number | null | undefined, stored: number): boolean {
  return sent != null && sent !== stored
}

/**
 * Returns the 409 for a save that began from an old revision (D-140).
 *
 * @param newer the stored state with the fields of the form
 */
export function changedMeanwhile(newer: Newer): Refusal {
  return { kind: 'conflict', message: CHANGED_MEANWHILE, newer }
}
