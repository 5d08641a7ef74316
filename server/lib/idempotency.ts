/**
 * Runs a call with a key once, even if it arrives repeatedly or at several nodes. The created row stores the key and a
 * digest of the call, so both are stored or neither is. A refused call stores nothing.
 */
import { createHash } from 'node:crypto'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { isUniqueViolation } from './database-errors.ts'

/** The key of a call and a digest of its content, as columns of the created row. */
export interface RequestKey {
  request_key: string
  /** Null when the server chose the key, because such a call cannot be repeated. */
  request_digest: string | null
}

/** For rows that are created without a key. */
export const NO_KEY = { request_key: null, request_digest: null }

/** The refusal of a key that was used with another body. */
export const KEY_IS_USED = invalid(
  'Idempotency-Key',
  'Something else was sent with this key before, and was done. Send that again to get its result, or take a new key.'
)

/** A key belongs to its person: other people may use the same one. */
export function ownKey(userId: number, { request_key }: Pick<RequestKey, 'request_key'>): string {
  return `${userId} ${request_key}`
}

/** A digest of method, path and body. It leaves out which browser sent the call and when it was done. */
export function digestOf(method: string, url: string, body: unknown): string {
  const { client_uuid: _, ...sent } = (body ?? {}) as Record<string, unknown>
  return createHash('sha256')
    .update(`${method} ${url} ${JSON.stringify(sent)}`)
    .digest('base64url')
}

/** Whether a row was created by the same call. Rows from before digests were stored count as the same. */
export function isSameCall(made: { request_digest: string | null }, { request_digest }: RequestKey): boolean {
  return made.request_digest === null || made.request_digest === request_digest
}

/**
 * Runs `make` unless an earlier call with the key succeeded.
 * @param index the unique index on person and key
 * @param find finds the row that an earlier call created
 * @param show builds the response from that row
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
    // Another call with the same key inserted its row first.
    const raced = isUniqueViolation(error, index) ? await earlier() : null
    if (!raced) throw error
    return raced.made
  }
}

/** Inserts a row with a slug. Tries another slug while the slug is taken. */
export async function withFreeSlug<Made>(index: string, make: (isTaken: boolean) => Promise<Made>): Promise<Made> {
  for (let tries = 0; ; tries++) {
    try {
      return await make(tries > 0)
    } catch (error) {
      if (!isUniqueViolation(error, index) || tries > 5) throw error
    }
  }
}
