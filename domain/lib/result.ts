/** The result of a rule: the new value or a refusal. Rules don't throw, so that pages can use them too. */
import type { Refusal } from './refusal.ts'

export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** Returns the result of a rule that permits, with `true` or the new value. */
export function allow<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** Returns the result of a rule that refuses. */
export function deny(refusal: Refusal): Result<never> {
  return { ok: false, refusal }
}

/** Returns a 409. `errors` repeats the message, because a failed start shows the list of errors (SES-070). */
export function conflict(message: string): Result<never> {
  return deny({ kind: 'conflict', message, errors: [message] })
}
