/** Categories that were chosen in this browser, as term ids, the newest first: what a random activity is about (D-65). */
const KEY = 'interests'
const MOST = 20

export function readInterests(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(Number.isSafeInteger) : []
  } catch {
    // Refused in some private windows, or not ours.
    return []
  }
}

/** Whoever looks at all categories again wants any activity. */
export function clearInterests(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // There are none either.
  }
}

export function addInterest(term: number): void {
  const interests = [term, ...readInterests().filter(id => id !== term)].slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(interests))
  } catch {
    // Then any activity may come.
  }
}
