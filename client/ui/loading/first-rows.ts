/**
 * Renders only the first rows of a long list on the server, and all of them in the browser. While the server renders 500
 * rows, all other requests wait.
 */
import { useHydrated } from '../../lib/hydrated.ts'

/** @internal Exported for tests. */
export const MOST_RENDERED = 60

/** How many rows of each list to show, for lists that follow each other. `left` is the number of rows not shown. */
export function useFirstRows(lengths: readonly number[]): { counts: number[]; left: number } {
  let free = useHydrated() ? Number.POSITIVE_INFINITY : MOST_RENDERED
  const counts = lengths.map(length => {
    const count = Math.min(length, free)
    free -= count
    return count
  })
  return { counts, left: lengths.reduce((sum, length, index) => sum + length - (counts[index] ?? 0), 0) }
}
