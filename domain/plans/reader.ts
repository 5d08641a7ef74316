/**
 * A place in a plan text, and what is read there: durations, titles, notes. A function that finds nothing returns null
 * and stays at its place.
 */
import { MONTH } from '../lib/duration.ts'
import {
  BARE_MINUTES,
  CLOCK,
  DASH,
  meantUnit,
  NEXT_ITEM,
  NUMBER_AND_WORD,
  PIECE,
  unitSeconds,
  unquoted
} from './words.ts'

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

/** Reads "1 h 15 min", "1 h 15", "90 s", "1:30". Returns whole seconds. */
export function takeDuration(reader: Reader): number | null {
  const from = reader.at
  const clock = take(reader, CLOCK)
  if (clock) return atMost(reader, from, clockSeconds(clock, 60))
  let seconds = 0
  let last: number | null = null
  while (true) {
    const before = reader.at
    if (last !== null) skipSpace(reader)
    const piece = take(reader, PIECE)
    if (!piece) {
      reader.at = before
      break
    }
    last = unitSeconds(piece[2] ?? '')
    seconds += Number(piece[1]) * last
  }
  if (last === null) return null
  if (last === 3600) seconds += Number(take(reader, BARE_MINUTES)?.[1] ?? 0) * 60
  return atMost(reader, from, Math.round(seconds))
}

/** "7:30" is 7 units and 30 of the next smaller ones; "1:07:30" has hours. */
export function clockSeconds([, first, second, third]: readonly (string | undefined)[], unit: number): number {
  if (third !== undefined) return Number(first) * 3600 + Number(second) * 60 + Number(third)
  return Number(first) * unit + (Number(second) * unit) / 60
}

function atMost(reader: Reader, from: number, seconds: number): number {
  if (seconds <= MONTH) return seconds
  return unclear(reader, from, reader.at, 'A part lasts at most 30 days.', '30 d')
}

/** Gives up at a number that has no unit of time. */
export function refuseNumber(reader: Reader): void {
  const from = reader.at
  const match = take(reader, NUMBER_AND_WORD)
  if (!match) return
  const [all, number = '', last, space = '', word] = match
  const unit = word ? meantUnit(word) : null
  if (last !== undefined && /^(?:min|s|h|sec|m)/i.test(word ?? ''))
    unclear(reader, from, reader.at, 'Give one length instead of a range.', `${last}${space}${word}`)
  const amount = (last ?? number).replace(',', '.')
  if (unit) unclear(reader, from, reader.at, `“${word}” is no unit of time.`, `${amount} ${unit}`)
  const end = word ? from + all.length - space.length - word.length : reader.at
  unclear(reader, from, end, `Add a unit of time to ${number}, such as min or s.`, `${amount} min`)
}

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

/** Whether a comma is here that ends an item. One between digits groups thousands. */
export function isComma({ text, at }: Reader): boolean {
  return text[at] === ',' && !(/\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? ''))
}

/** A colon inside a word, such as in 7:30, does not end a title. */
export function isColon({ text, at }: Reader): boolean {
  return text[at] === ':' && (text[at + 1] === undefined || /\s/.test(text[at + 1] ?? ''))
}

function isDash({ text, at }: Reader): boolean {
  // A dash stands behind all blanks, so only the first of them is tried.
  if (/[ \t]/.test(text[at - 1] ?? '')) return false
  DASH.lastIndex = at
  return DASH.test(text)
}

/** Whether the parenthesis at this place is closed soon, on its line. */
function closes({ text, at, closes }: Reader): boolean {
  const close = closes.get(at) ?? Number.POSITIVE_INFINITY
  return close - at < MOST_TITLE && !text.slice(at, close).includes('\n')
}

const MOST_TITLE = 255

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

/** Returns the place of the closing quotation mark. */
function endOfQuote(text: string, at: number): number | null {
  let end = text.indexOf('"', at + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end < 0 ? null : end
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
