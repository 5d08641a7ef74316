/**
 * The reasons for which a call is refused, as one union. `server/lib/http/errors.ts` maps each to a status and a body
 * (D-18).
 *
 * `fields` maps the path of an input field ("challenge.tasks.0.title") to its error message.
 */
import { RETRY_BUSY } from './limits.ts'

export type Refusal =
  | { kind: 'unauthenticated'; message?: string }
  | { kind: 'forbidden'; message?: string; errors?: string[] }
  | { kind: 'notFound'; message?: string }
  | { kind: 'invalid'; fields: Record<string, string>; message?: string }
  | { kind: 'conflict'; message: string; errors?: string[]; newer?: Newer }
  | { kind: 'insufficientTokens'; message: string }
  | { kind: 'wrongCode'; message: string }
  | { kind: 'proofNeeded' }
  | { kind: 'badToken' }
  | { kind: 'otherPerson' }
  | { kind: 'unavailable'; message: string; retryAfter: number }
  /** `message` names the limit; `retryAfter` is in seconds. */
  | { kind: 'tooMany'; retryAfter: number; message?: string }

/** The stored state with the fields of the form, for a save that started from an older state (D-140). */
export interface Newer {
  revision: number
  [field: string]: unknown
}

export type RefusalKind = Refusal['kind']

/** The message under a field without a value. */
export const REQUIRED = 'Value is required.'

/** The body of every refused call (D-18). `errors` is by field for a 422, and a list of messages for a failed start. */
export interface RefusalBody {
  message: string
  error: string
  error_code?: 'INSUFFICIENT_TOKENS' | 'WRONG_CODE' | 'OTHER_PERSON' | 'PROOF_NEEDED'
  errors?: Record<string, string> | string[]
  newer?: Newer
}

/** Thrown by an operation to refuse. It rolls back an open transaction. */
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

/** Too many calls wait for the same session or for the database. Nothing was changed, and a retry may succeed. */
export const BUSY: Refusal & { kind: 'unavailable' } = {
  kind: 'unavailable',
  message: 'The server is busy. Please try again in a moment.',
  retryAfter: RETRY_BUSY
}

/** Returns the 422 for one field: its path, such as `challenge.duration`, and its error message. */
export function invalid(field: string, text: string): Refusal {
  return { kind: 'invalid', fields: { [field]: text }, message: text }
}

/** The refusal of what only members of a session may do. */
export const JOIN_FIRST = 'Please join the challenge to use that feature.'
