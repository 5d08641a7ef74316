/** A place in a plan text. A function that finds nothing returns null and stays at its place. */

/**
 * A place in a plan text, and what is read there: durations, titles, notes. A function that finds nothing returns null
 * and stays at its place.
 */

/** A place that is not understood. */
export interface Problem {
  /** From the start of the text, in UTF-16 code units, as in JavaScript. */
  offset: number
  length: number
  /** One sentence for the person. */
  message: string
  /** The text to put in its place; null when none is likely. */
  proposal: string | null
}

export interface Reader {
  text: string
  at: number
  problems: Problem[]
  /** The place of the closing parenthesis for each opening one that is closed. */
  closes: ReadonlyMap<number, number>
}

/** Returns a reader at the start of the text. */
export function readerOf(text: string): Reader {
  return { text, at: 0, problems: [], closes: pairs(text) }
}

/** Finds the pairs of parentheses outside quotation marks. */
function pairs(text: string): Map<number, number> {
  const found = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const next = text[at]
    if (next === '"' && /[\s(,;:-]/.test(text[at - 1] ?? ' ')) at = endOfQuote(text, at) ?? at
    if (next === '(') open.push(at)
    if (next === ')') {
      const start = open.pop()
      if (start !== undefined) found.set(start, at)
    }
  }
  return found
}

/** Thrown to give up an item; the problem is in the reader. It never leaves this folder. */
export class Unclear extends Error {}

/** Notes the problem from `from` to `to`, and gives up the item. */
export function unclear(
  reader: Reader,
  from: number,
  to: number,
  message: string,
  proposal: string | null = null
): never {
  // A place needs a character to be marked.
  const offset = Math.min(from, reader.text.length - 1)
  reader.problems.push({ offset, length: Math.max(1, to - offset), message, proposal })
  throw new Unclear(message)
}

/** Returns the match of a sticky pattern at this place, and moves behind it. */
export function take(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at
  const match = pattern.exec(reader.text)
  if (match) reader.at = pattern.lastIndex
  return match
}

export function skipSpace(reader: Reader): void {
  while (isSpace(reader.text[reader.at])) reader.at++
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character !== '\n' && /\s/.test(character)
}

/** Whether an item ends here. */
export function isAtEnd({ text, at }: Reader): boolean {
  const next = text[at]
  return next === undefined || next === ',' || next === ';' || next === '\n' || next === ')'
}

/** Whether a comma is here that ends an item. One between digits groups thousands. */
export function isComma({ text, at }: Reader): boolean {
  return text[at] === ',' && !(/\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? ''))
}

/** A colon inside a word, such as in 7:30, does not end a title. */
export function isColon({ text, at }: Reader): boolean {
  return text[at] === ':' && (text[at + 1] === undefined || /\s/.test(text[at + 1] ?? ''))
}

/** Whether the parenthesis at this place is closed soon, on its line. */
export function closes({ text, at, closes }: Reader): boolean {
  const close = closes.get(at) ?? Number.POSITIVE_INFINITY
  return close - at < MOST_TITLE && !text.slice(at, close).includes('\n')
}

export const MOST_TITLE = 255

/** Returns the place of the closing quotation mark. */
export function endOfQuote(text: string, at: number): number | null {
  let end = text.indexOf('"', at + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end < 0 ? null : end
}
