/** What a rule returns: the new value, or why it refuses. Nothing is thrown, so that a page can ask the same rule. */
import type { Refusal } from './refusal.ts'

export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** The rule permits: with `true`, or with the new value. */
export function allow<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** The rule refuses, for this reason. Also how one rule passes on the refusal of another. */
export function deny(refusal: Refusal): Result<never> {
  return { ok: false, refusal }
}

/** The 409 with its text; `errors` repeats it, because a failed start shows each of them (SES-070). */
export function conflict(message: string): Result<never> {
  return deny({ kind: 'conflict', message, errors: [message] })
}
