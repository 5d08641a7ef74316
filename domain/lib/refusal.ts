/**
 * Why a call is refused. Errors are values of this one small union; `server/lib/errors.ts` maps them to
 * a status and a body in one place (D-18).
 *
 * Units and shapes: `fields` maps the path of an input field ("challenge.tasks.0.title") to what to do about it.
 */
import { RETRY_BUSY } from './limits.ts'

export type Refusal =
  | { kind: 'unauthenticated' }
  | { kind: 'forbidden'; message?: string; errors?: string[] }
  | { kind: 'notFound'; message?: string }
  | { kind: 'invalid'; fields: Record<string, string>; message?: string }
  | { kind: 'conflict'; message: string; errors?: string[]; newer?: Newer }
  | { kind: 'insufficientTokens'; message: string }
  | { kind: 'wrongCode'; message: string }
  | { kind: 'badToken' }
  | { kind: 'otherPerson' }
  | { kind: 'unavailable'; message: string; retryAfter: number }
  /** `message` names the limit; `retryAfter` is in seconds. */
  | { kind: 'tooMany'; retryAfter: number; message?: string }

/** What is stored, as the form holds it, for a save that started from an older state (D-140). */
export interface Newer {
  revision: number
  [field: string]: unknown
}

export type RefusalKind = Refusal['kind']

/** The body of every refused call (D-18). `errors` is by field for a 422, a list of texts for a failed start. */
export interface RefusalBody {
  message: string
  error: string
  error_code?: 'INSUFFICIENT_TOKENS' | 'WRONG_CODE' | 'OTHER_PERSON'
  errors?: Record<string, string> | string[]
  newer?: Newer
}

/** Thrown by an operation to refuse; inside a transaction it also rolls back, so nothing is half-saved. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(`refused: ${refusal.kind}`, options)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

/** Throws `Refused`, which rolls back an open transaction. Rules return a `Result` instead. */
export function refuse(refusal: Refusal): never {
  throw new Refused(refusal)
}

/** Too much waits for the same room, or for the database: nothing was done, and the next try may succeed. */
export const BUSY: Refusal & { kind: 'unavailable' } = {
  kind: 'unavailable',
  message: 'The server is busy. Please try again in a moment.',
  retryAfter: RETRY_BUSY
}

/** The 422 for one field: its path, such as `challenge.duration`, and what to do about it. */
export function invalid(field: string, text: string): Refusal {
  return { kind: 'invalid', fields: { [field]: text }, message: text }
}
