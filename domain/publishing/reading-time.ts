/** How long a text takes to read. Unit: whole minutes, at least one. */
import { plainText } from '../lib/plain-text.ts'

const WORDS_A_MINUTE = 230
/** Chinese and Japanese have no spaces. One of their characters takes about half as long as a word. */
const CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const WORD = /[\p{L}\p{N}][^\s]*/gu

/** Returns how many minutes an item's HTML takes to read. */
export function readingMinutes(html: string): number {
  const text = plainText(html, Number.POSITIVE_INFINITY)
  const characters = text.match(CHARACTER)?.length ?? 0
  const words = text.replace(CHARACTER, ' ').match(WORD)?.length ?? 0
  return Math.max(1, Math.round((words + characters / 2) / WORDS_A_MINUTE))
}
