/**
 * Removes everything that a person published, with undo. The removal hides it piece by piece, so that no piece holds
 * many locks, and the sweep goes on with what a crash left.
 *
 * The rule that surprises: for a minute after the press, it also hides what the person publishes then. Calls that began
 * before a suspension may still be running.
 *
 * Units: instants are milliseconds.
 */

/** While `hiding`, new things are hidden too. A removal that was undone completely has no row. */
export const REMOVAL_STATES = ['hiding', 'hidden', 'restoring'] as const
export type RemovalState = (typeof REMOVAL_STATES)[number]

const LATE_MS = 60_000

/** Returns until when what the person publishes is hidden too. */
export const hidesUntil = (removedAt: number): number => removedAt + LATE_MS

/** Whether no call that began within that minute can still be running. */
export const isFinished = (removedAt: number, now: number): boolean => now - removedAt > 2 * LATE_MS

/** Whether a press repeats the last one, as a retry or a second press does. */
export const isRepeated = (removedAt: number, now: number): boolean => now - removedAt < LATE_MS
