/**
 * The first rows of a long list while the page is rendered on the server, and all of them in the browser: one page of 500
 * rows would keep everybody waiting for as long as it takes to render.
 */
import { useHydrated } from '../../lib/hydrated.ts'

/** @internal Asked by tests alone. */
export const MOST_RENDERED = 60

/** How many rows of each list may be shown, where lists follow each other; `left` is how many are not. */
export function useFirstRows(lengths: readonly number[]): { counts: number[]; left: number } {
  let free = useHydrated() ? Number.POSITIVE_INFINITY : MOST_RENDERED
  const counts = lengths.map(length => {
    const count = Math.min(length, free)
    free -= count
    return count
  })
  return { counts, left: lengths.reduce((sum, length, index) => sum + length - (counts[index] ?? 0), 0) }
}
