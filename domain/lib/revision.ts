/**
 * How often what a form holds was changed. A save may say which state it began from; it is refused when that is old, so
 * that nobody overwrites what they have not seen (D-140). A save that does not say so overwrites whatever there is.
 */
import * as z from 'zod/mini'
import { whole } from './fields.ts'
import type { Newer, Refusal } from './refusal.ts'

/** In the body of a save: the revision that it began from. */
export const sentRevision = z.optional(whole(0, 2_000_000_000))

const CHANGED_MEANWHILE = 'Somebody changed this while you edited it. Nothing was saved yet.'

/** Whether a save began from an older state than what is stored (D-140). */
export function isOld(sent: number | null | undefined, stored: number): boolean {
  return sent != null && sent !== stored
}

/**
 * The 409 of such a save (D-140).
 *
 * @param newer what is stored, as the form holds it
 */
export function changedMeanwhile(newer: Newer): Refusal {
  return { kind: 'conflict', message: CHANGED_MEANWHILE, newer }
}
