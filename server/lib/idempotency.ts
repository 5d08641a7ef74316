/** Does a call with a key once, however often and on however many nodes it arrives. */
import { isUniqueViolation } from '../db/errors.ts'

/**
 * @param index the unique index on person and key
 * @param find what an earlier call with the key made
 */
export async function once<Made>(
  key: string | null,
  index: string,
  find: (key: string) => Promise<Made | null>,
  make: () => Promise<Made>
): Promise<Made> {
  const earlier = async () => (key === null ? null : find(key))
  const known = await earlier()
  if (known !== null) return known
  try {
    return await make()
  } catch (error) {
    // Another call with the same key was first.
    const raced = isUniqueViolation(error, index) ? await earlier() : null
    if (raced === null) throw error
    return raced
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
