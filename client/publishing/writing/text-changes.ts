/** Finds the words that changed between two rich texts. */
import { plainText } from '../../../domain/lib/plain-text.ts'

export interface TextChange {
  text: string
  kind: 'same' | 'added' | 'removed'
}

const BLOCK_END = /<\/(?:p|h[1-6]|li|pre|figcaption|tr|blockquote)>|<br\s*\/?>/i
const LONGEST_MS = 2000

/**
 * Compares the words of two rich texts, one line per paragraph.
 *
 * @returns null if they differ so much that comparing takes longer than two seconds
 */
export async function changesBetween(before: string, after: string): Promise<TextChange[] | null> {
  const { diffWordsWithSpace } = await import('diff')
  const changes = diffWordsWithSpace(linesOf(before), linesOf(after), { timeout: LONGEST_MS })
  if (!changes) return null
  return changes.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same'
  }))
}

function linesOf(html: string): string {
  return html
    .split(BLOCK_END)
    .map(block => plainText(block, Number.POSITIVE_INFINITY))
    .filter(line => line !== '')
    .join('\n')
}
