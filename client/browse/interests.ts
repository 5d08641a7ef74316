/**
 * The categories that were chosen in this browser, as term ids, the newest first. A random activity comes from these
 * (D-65).
 */
const KEY = 'interests'
const MOST = 20

export function readInterests(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(Number.isSafeInteger) : []
  } catch {
    // Some private windows refuse storage, and the value may be invalid.
    return []
  }
}

/** Call when the person chooses all categories again. */
export function clearInterests(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage there are no interests either.
  }
}

export function addInterest(term: number): void {
  const interests = [term, ...readInterests().filter(id => id !== term)].slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(interests))
  } catch {
    // Without storage a random activity may come from any category.
  }
}
