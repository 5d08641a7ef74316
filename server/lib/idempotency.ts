/**
 * Does a call with a key once, however often and on however many nodes it arrives. What a call makes holds its key and a
 * digest of what was sent, so the two are stored together or not at all, and a refused call leaves neither.
 */
import { createHash } from 'node:crypto'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { isUniqueViolation } from './database-errors.ts'

/** The key of a call and a digest of what was sent: columns of what the call makes. */
export interface RequestKey {
  request_key: string
  /** Null when it cannot come again, since the server chose the key. */
  request_digest: string | null
}

export const NO_KEY = { request_key: null, request_digest: null }

export const KEY_IS_USED = invalid(
  'Idempotency-Key',
  'Something else was sent with this key before, and was done. Send that again to get its result, or take a new key.'
)

/** Of method, path and body. Which browser sent it does not count, nor when it was done. */
export function digestOf(method: string, url: string, body: unknown): string {
  const { client_uuid: _, ...sent } = (body ?? {}) as Record<string, unknown>
  return createHash('sha256')
    .update(`${method} ${url} ${JSON.stringify(sent)}`)
    .digest('base64url')
}

/** What was made before digests were stored is taken for the same. */
export function isSameCall(made: { request_digest: string | null }, { request_digest }: RequestKey): boolean {
  return made.request_digest === null || made.request_digest === request_digest
}

/**
 * @param index the unique index on person and key
 * @param find what an earlier call with the key made
 * @param show the response for it
 */
export async function once<Row extends { request_digest: string | null }, Made>(
  key: RequestKey | null,
  index: string,
  find: (requestKey: string) => Promise<Row | null>,
  show: (row: Row) => Made | Promise<Made>,
  make: () => Promise<Made>
): Promise<Made> {
  const earlier = async () => {
    const row = key && (await find(key.request_key))
    if (!row) return null
    return { made: isSameCall(row, key) ? await show(row) : refuse(KEY_IS_USED) }
  }
  const known = await earlier()
  if (known) return known.made
  try {
    return await make()
  } catch (error) {
    // Another call with the same key was first.
    const raced = isUniqueViolation(error, index) ? await earlier() : null
    if (!raced) throw error
    return raced.made
  }
}

/** Inserts something with a slug; chooses another slug and tries again while the slug is taken. */
export async function withFreeSlug<Made>(index: string, make: (isTaken: boolean) => Promise<Made>): Promise<Made> {
  for (let tries = 0; ; tries++) {
    try {
      return await make(tries > 0)
    } catch (error) {
      if (!isUniqueViolation(error, index) || tries > 5) throw error
    }
  }
}
