/** A call with a key is done once, however often it arrives and in how many places at the same time. */
import { isUniqueViolation } from '../db/errors.ts'

/**
 * @param index the unique index that holds keys apart
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
    // The same key was faster.
    const raced = isUniqueViolation(error, index) ? await earlier() : null
    if (raced === null) throw error
    return raced
  }
}

/** Makes something with a slug, and once more with another one while the one that it chose is taken. */
export async function withFreeSlug<Made>(index: string, make: (isTaken: boolean) => Promise<Made>): Promise<Made> {
  for (let tries = 0; ; tries++) {
    try {
      return await make(tries > 0)
    } catch (error) {
      if (!isUniqueViolation(error, index) || tries > 5) throw error
    }
  }
}
