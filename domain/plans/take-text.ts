/** Reads titles and notes in a plan text. */
import { closes, endOfQuote, isColon, isComma, MOST_TITLE, type Reader, skipSpace, take, unclear } from './reader.ts'
import { DASH, NEXT_ITEM, unquoted } from './words.ts'

/**
 * Reads a title: words up to a comma, colon, parenthesis or note, or a text in quotation marks.
 * @param isInside inside parentheses a dash belongs to the title, because there are no notes
 * @param keepsParentheses whether parentheses belong to the title
 */
export function takeTitle(
  reader: Reader,
  isInside: boolean,
  keepsParentheses = false
): { title: string; isQuoted: boolean } {
  if (!isInside && isDash(reader)) return { title: '', isQuoted: false }
  skipSpace(reader)
  const from = reader.at
  const quote = takeQuoted(reader)
  if (quote !== null) return { title: checked(reader, quote, from), isQuoted: true }
  let depth = 0
  while (reader.at < reader.text.length) {
    const next = reader.text[reader.at] ?? ''
    if (next === '\n' || (next === '"' && depth === 0)) break
    if (next === ')' && depth-- === 0) break
    if (next === '(') {
      if (!keepsParentheses || !closes(reader)) break
      depth++
    }
    if (depth === 0 && (isComma(reader) || next === ';' || isColon(reader) || (!isInside && isDash(reader)))) break
    reader.at++
  }
  const title = reader.text.slice(from, reader.at).replace(/\s+/g, ' ').trim()
  return { title: checked(reader, title, from), isQuoted: false }
}

function isDash({ text, at }: Reader): boolean {
  // A dash stands behind all blanks, so only the first of them is tried.
  if (/[ \t]/.test(text[at - 1] ?? '')) return false
  DASH.lastIndex = at
  return DASH.test(text)
}

function checked(reader: Reader, title: string, from: number): string {
  if (title.length <= MOST_TITLE) return title
  const shorter = title.slice(0, MOST_TITLE).trim()
  return unclear(reader, from, reader.at, 'A title has at most 255 characters.', shorter)
}

/** Reads a text in quotation marks; a doubled mark stands for one. */
function takeQuoted(reader: Reader): string | null {
  const { text, at } = reader
  if (text[at] !== '"') return null
  const end = endOfQuote(text, at)
  if (end === null) {
    const line = text.indexOf('\n', at)
    const stop = line < 0 ? text.length : line
    return unclear(reader, at, stop, 'This quotation mark isn’t closed.', `${text.slice(at, stop).trimEnd()}"`)
  }
  reader.at = end + 1
  return unquoted(text.slice(at, end + 1))
}

const MOST_NOTE = 40_000

/** Reads a note behind a dash; an empty text without one. */
export function takeNote(reader: Reader): string {
  if (!take(reader, DASH)) return ''
  skipSpace(reader)
  const from = reader.at
  const quote = takeQuoted(reader)
  if (quote !== null) return limited(reader, lines(quote), from)
  const line = reader.text.indexOf('\n', from)
  const stop = line < 0 ? reader.text.length : line
  const rest = reader.text.slice(from, stop)
  const next = rest.search(NEXT_ITEM_ANYWHERE)
  reader.at = next < 0 ? stop : from + next
  return limited(reader, lines(reader.text.slice(from, reader.at)), from)
}

const NEXT_ITEM_ANYWHERE = new RegExp(NEXT_ITEM.source, 'i')

function lines(note: string): string {
  return note
    .split('\n')
    .map(line => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

function limited(reader: Reader, note: string, from: number): string {
  if (note.length <= MOST_NOTE) return note
  return unclear(reader, from, reader.at, 'This note is too long. Use at most 40,000 characters.')
}
