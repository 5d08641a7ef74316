import type { Week } from './programme.ts'
import { readProgramme } from './read-text.ts'

/** Each text takes up to some ten kilobytes, and reading it up to 20 ms. */
const MOST_KNOWN = 100
const known = new Map<string, readonly Week[]>()

/** Returns the weeks of a stored text, all of which was understood when it was stored. */
export function weeksOf(text: string): readonly Week[] {
  const found = known.get(text)
  if (found) return found
  const { weeks } = readProgramme(text)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, weeks)
  return weeks
}
